/** What a run observed of the open points: data that a stand-in can be made to behave like. */
import type { OperationId } from '@mock-services/sdk/contract';

/** Whatever JSON can hold. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * What a service does about the open points, as observed by one run. Plain JSON data, to be kept in a file.
 *
 * Entries are by the id of the open point (`openPoints` of `@mock-services/sdk/contract`). One that is missing was
 * not observed: it needed a permission, or there was nothing to observe. An observation is what was seen, no more:
 * a service that responded with 404 once may respond otherwise tomorrow. Identifiers, titles and bodies are not in it.
 */
export interface ObservedProfile {
  /** Version of this format. Readers must reject other versions. */
  readonly version: 1;
  readonly observed: Observations;
}

// The types of observations are aliases, not interfaces, so that each is a `JsonValue`.

/** How a list was ordered; `too short` for fewer than two items, `other` for none of these orders. */
export type ObservedOrder =
  'oldest first' | 'newest first' | 'by id' | 'by name' | 'other' | 'too short' | 'not seen';

/** A response whose body the interface leaves open. */
export type ObservedBody = {
  readonly status: number;
  /** Media type without parameters; `null` for none. */
  readonly contentType: string | null;
  readonly body: 'empty' | 'json' | 'html' | 'text';
  /** Names of the top-level fields when the body is a JSON object. */
  readonly fields: readonly string[];
};

/** Statuses by request. */
export type ObservedStatuses = { readonly [request: string]: number };

/** One value per operation, for the operations that were called. */
export type PerOperation<Value> = { readonly [Id in OperationId]?: Value };

/** Observations by the id of their open point. All of them are optional. */
export type Observations = {
  /** Names of fields that the interface does not name, by object, such as `workspace` or `config.cors`. */
  readonly 'unknown-fields'?: { readonly names: { readonly [object: string]: readonly string[] } };
  readonly 'identifier-form'?: {
    /** UUID versions, ascending. */
    readonly versions: readonly number[];
    readonly letterCase: 'lower' | 'upper' | 'mixed';
  };
  /** Numbers of fraction digits, ascending. */
  readonly 'timestamp-fraction'?: { readonly digits: readonly number[] };
  readonly 'type-values'?: { readonly values: readonly string[] };
  /** Statuses of creates, each without one field. */
  readonly 'required-fields'?: { readonly without: ObservedStatuses };
  readonly 'header-value-types'?: {
    /** JSON types among the values that were read. */
    readonly seen: readonly string[];
    /** By JSON type: whether a value that was sent came back unchanged. Only if writes were allowed. */
    readonly kept?: { readonly [type: string]: boolean };
  };
  /** By field: whether text in any script and form was kept, changed or rejected by a create. */
  readonly 'text-forms'?: { readonly fields: { readonly [field: string]: 'kept' | 'changed' | 'rejected' } };
  readonly 'cors-methods'?: { readonly values: readonly string[] };
  /** Fields of metadata besides scenarioId, each with the JSON types of its values. */
  readonly 'metadata-fields'?: { readonly types: { readonly [name: string]: readonly string[] } };
  readonly 'base64-form'?: {
    /** `either` when no body had a character in which the alphabets differ. */
    readonly alphabet: 'standard' | 'url' | 'both' | 'either';
    /** `either` when no body had a length that needs padding. */
    readonly padding: 'always' | 'never' | 'sometimes' | 'either';
  };
  /** Whether any recorded path has a query string. */
  readonly 'recorded-path'?: { readonly withQuery: boolean };
  readonly expiry?: {
    /** Whether workspaces are listed after their expiry. */
    readonly expiredListed: boolean;
    /** Status of reading the activity of an expired workspace; `null` when none is listed. */
    readonly activityStatus: number | null;
  };
  /** Statuses of lists requested with an unknown query parameter. */
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
  /** Whether all configurations that were read have the id, createdAt and, as title, the name of their workspace. */
  readonly 'workspace-configuration-fields'?: {
    readonly sameId: boolean;
    readonly sameCreatedAt: boolean;
    readonly nameIsTitle: boolean;
  };
  /** Whether an update changed updatedAt. */
  readonly 'updated-at'?: { readonly changed: boolean };
  /** Media types of successful responses. */
  readonly 'content-type'?: { readonly responses: PerOperation<readonly string[]> };
  /** Statuses of successful responses. */
  readonly 'success-status'?: { readonly statuses: PerOperation<readonly number[]> };
  /** Whether the same create, sent twice, returned the same identifier twice. */
  readonly 'write-idempotency'?: { readonly sameId: boolean };
  readonly authentication?: {
    /** Status of a read without the headers given to the run. */
    readonly statusWithout: number;
    /** Authentication schemes in `WWW-Authenticate`. */
    readonly challenges: readonly string[];
  };
  readonly 'error-statuses'?: { readonly statuses: ObservedStatuses };
  readonly 'error-body'?: ObservedBody;
  readonly 'error-conditions'?: { readonly statuses: ObservedStatuses };
  /** Names of response headers about rate limits. */
  readonly 'rate-limits'?: { readonly headers: readonly string[] };
  /** Shortest and longest time between createdAt and expiresAt, in milliseconds. */
  readonly 'workspace-lifetime'?: { readonly shortestMs: number; readonly longestMs: number };
  /** Names of response headers about versions. */
  readonly versioning?: { readonly headers: readonly string[] };
};

/** The id of an open point that can be observed over HTTP. */
export type ObservablePoint = keyof Observations;

/** Open points that no run observes, and why. */
export const unobservable: Readonly<Record<string, string>> = {
  'runtime-behaviour': 'It is not part of this interface.',
  bounds: 'It takes inputs meant to be rejected, and no number of them finds every bound.',
  transitions: 'There is no state to read.',
  'workspace-writes': 'No operation for it is known.',
  'workspace-area-paths': 'No other path is known.',
  events: 'None is known to wait for.',
  'size-limits': 'It takes bodies large enough to harm.',
};

/** How a profile lists several values: each once, in ascending order. */
export function distinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}
