/**
 * What can be observed of each open point over HTTP. Type aliases rather than interfaces, so that each is a
 * `JsonValue`.
 */
import type { OperationId } from '@mock-services/sdk/contract';

/** How a list was ordered; `too short` for fewer than two items, `other` for none of these orders. */
export type ObservedOrder =
  'oldest first' | 'newest first' | 'by id' | 'by name' | 'other' | 'too short' | 'not seen';

/** An answer whose body the interface leaves open. */
export type ObservedBody = {
  readonly status: number;
  /** Media type without parameters; `null` for none. */
  readonly contentType: string | null;
  readonly body: 'empty' | 'json' | 'html' | 'text';
  /** Names of the top-level fields when the body is a JSON object. */
  readonly fields: readonly string[];
};

/** Statuses by what was asked. */
export type ObservedStatuses = { readonly [request: string]: number };

/** Something per operation, for the operations that were called. */
export type PerOperation<Value> = { readonly [Id in OperationId]?: Value };

/** Observations by the id of their open point. All of them are optional. */
export type Observations = {
  /** Names of fields that the tables do not have, by object, such as `workspace` or `config.cors`. */
  readonly 'unknown-fields'?: { readonly names: { readonly [object: string]: readonly string[] } };
  readonly 'identifier-form'?: {
    /** UUID versions, ascending. */
    readonly versions: readonly number[];
    readonly letterCase: 'lower' | 'upper' | 'mixed';
  };
  /** Numbers of fraction digits, ascending. */
  readonly 'timestamp-fraction'?: { readonly digits: readonly number[] };
  readonly 'type-values'?: { readonly values: readonly string[] };
  /** Statuses of a create that lacks one field. */
  readonly 'required-fields'?: { readonly without: ObservedStatuses };
  readonly 'header-value-types'?: {
    /** JSON types that were read. */
    readonly seen: readonly string[];
    /** By JSON type: whether a value that was sent came back unchanged. Only where writing was allowed. */
    readonly kept?: { readonly [type: string]: boolean };
  };
  readonly 'cors-methods'?: { readonly values: readonly string[] };
  /** Fields of metadata besides scenarioId, each with the JSON types that it was seen to have. */
  readonly 'metadata-fields'?: { readonly types: { readonly [name: string]: readonly string[] } };
  readonly 'base64-form'?: {
    /** `either` when no body had a character in which the alphabets differ. */
    readonly alphabet: 'standard' | 'url' | 'both' | 'either';
    /** `either` when no body had a length that needs padding. */
    readonly padding: 'always' | 'never' | 'sometimes' | 'either';
  };
  /** Whether a recorded path was seen with a query string. */
  readonly 'recorded-path'?: { readonly withQuery: boolean };
  readonly expiry?: {
    /** Whether workspaces are listed after their expiry. */
    readonly expiredListed: boolean;
    /** Status of reading the activity of one that has expired; `null` when none is listed. */
    readonly activityStatus: number | null;
  };
  /** Statuses of the lists when an unknown query parameter is sent. */
  readonly 'query-parameters'?: { readonly unknownParameter: PerOperation<number> };
  readonly pagination?: {
    /** Fields next to `data`, and `link` for the header. */
    readonly signs: readonly string[];
    /** Whether `?limit=1` shortens a list; `null` when no list was long enough to tell. */
    readonly limitHonoured: boolean | null;
  };
  readonly 'list-order'?: {
    readonly listMockServices: ObservedOrder;
    readonly listWorkspaces: ObservedOrder;
    readonly listActivity: ObservedOrder;
  };
  readonly 'clear-activity-body'?: ObservedBody;
  readonly 'delete-body'?: ObservedBody;
  /** Whether all configurations seen have the id, the creation time and, as title, the name of their workspace. */
  readonly 'workspace-configuration-fields'?: {
    readonly sameId: boolean;
    readonly sameCreatedAt: boolean;
    readonly nameIsTitle: boolean;
  };
  /** Whether an update moved updatedAt. */
  readonly 'updated-at'?: { readonly changed: boolean };
  /** Media type of successful answers that have a body. */
  readonly 'content-type'?: { readonly responses: PerOperation<readonly string[]> };
  /** Statuses of success. */
  readonly 'success-status'?: { readonly statuses: PerOperation<readonly number[]> };
  /** Whether the same create, sent twice, gave the same identifier twice. */
  readonly 'write-idempotency'?: { readonly sameId: boolean };
  readonly authentication?: {
    /** Status of a read without the headers given to the run. */
    readonly statusWithout: number;
    /** Schemes that the answer asks for. */
    readonly challenges: readonly string[];
  };
  readonly 'error-statuses'?: { readonly statuses: ObservedStatuses };
  readonly 'error-body'?: ObservedBody;
  readonly 'error-conditions'?: { readonly statuses: ObservedStatuses };
  /** Names of answer headers that speak of rates. */
  readonly 'rate-limits'?: { readonly headers: readonly string[] };
  /** Shortest and longest time between createdAt and expiresAt, in milliseconds. */
  readonly 'workspace-lifetime'?: { readonly shortestMs: number; readonly longestMs: number };
  /** Names of answer headers that speak of versions. */
  readonly versioning?: { readonly headers: readonly string[] };
};

/** The id of an open point that can be observed over HTTP. */
export type ObservablePoint = keyof Observations;

/** Open points that no run observes, and why. */
export const unobservable: Readonly<Record<string, string>> = {
  'runtime-behaviour': 'It is not part of this interface.',
  bounds: 'It takes inputs made to be refused, and no number of them finds every bound.',
  transitions: 'There is no state to read.',
  'workspace-writes': 'No operation for it is known.',
  'workspace-area-paths': 'No other path is known.',
  events: 'None is known to wait for.',
  'size-limits': 'It takes bodies large enough to harm.',
};
