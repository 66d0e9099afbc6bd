/** The profile: the behavior that a run observed for each open point. */
import type { OperationId } from '@mock-services/sdk/contract';

/**
 * The behavior of a service that one run observed for the open points. Plain JSON data, to be saved in a file.
 *
 * Each key is the id of an open point (`openPoints` of `@mock-services/sdk/contract`). A missing open point was not
 * observed, because its case needed a permission or the service had no data. A profile contains no identifiers, titles
 * and bodies.
 */
export interface ObservedProfile {
  /** Version of this format. Readers must reject other versions. */
  readonly version: 1;
  readonly observed: Observations;
}

// Type aliases are assignable to `JsonValue`; interfaces are not.

/** The order of a list. `too short` means fewer than two items, and `not seen` means no list. */
export type ObservedOrder =
  'oldest first' | 'newest first' | 'by id' | 'by name' | 'other' | 'too short' | 'not seen';

/** A response whose body the interface leaves open. */
export type ObservedBody = {
  readonly status: number;
  /** Media type without parameters, or `null`. */
  readonly contentType: string | null;
  readonly body: 'empty' | 'json' | 'html' | 'text';
  /** Names of the top-level fields if the body is a JSON object. */
  readonly fields: readonly string[];
};

/** Statuses by operation and condition, such as `getMockService, unknown id`. */
export type ObservedStatuses = { readonly [request: string]: number };

/** One value for each operation that was called. */
export type PerOperation<Value> = { readonly [Id in OperationId]?: Value };

/** Observations by the id of the open point. */
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
  /** Statuses of creates by the field that was left out. */
  readonly 'required-fields'?: { readonly without: ObservedStatuses };
  readonly 'header-value-types'?: {
    /** JSON types among the values that were read. */
    readonly seen: readonly string[];
    /** By JSON type: whether the value was stored as it was sent. Missing if writes were not allowed. */
    readonly kept?: { readonly [type: string]: boolean };
  };
  /** By field: whether a create kept, changed or rejected text in every script and form. */
  readonly 'text-forms'?: { readonly fields: { readonly [field: string]: 'kept' | 'changed' | 'rejected' } };
  readonly 'cors-methods'?: { readonly values: readonly string[] };
  /** JSON types of the values, by the name of a metadata field other than scenarioId. */
  readonly 'metadata-fields'?: { readonly types: { readonly [name: string]: readonly string[] } };
  readonly 'base64-form'?: {
    /** `either` if no body had a character in which the alphabets differ. */
    readonly alphabet: 'standard' | 'url' | 'both' | 'either';
    /** `either` if no body had a length that needs padding. */
    readonly padding: 'always' | 'never' | 'sometimes' | 'either';
  };
  /** Whether any recorded path has a query string. */
  readonly 'recorded-path'?: { readonly withQuery: boolean };
  readonly expiry?: {
    /** Whether workspaces are listed after their expiry. */
    readonly expiredListed: boolean;
    /** Status of reading the activity of an expired workspace; `null` if the list has no expired workspace. */
    readonly activityStatus: number | null;
  };
  /** Statuses of lists requested with an unknown query parameter. */
  readonly 'query-parameters'?: { readonly unknownParameter: PerOperation<number> };
  readonly pagination?: {
    /** Names of fields next to `data`, and `link` for the header `Link`. */
    readonly signs: readonly string[];
    /** Whether `?limit=1` shortens a list; `null` if every list has fewer than two items. */
    readonly limitHonored: boolean | null;
  };
  readonly 'list-order'?: {
    readonly listMockServices: ObservedOrder;
    readonly listWorkspaces: ObservedOrder;
    readonly listActivity: ObservedOrder;
    /** Whether a second read returned every list in the same order; `null` if every list has fewer than two items. */
    readonly stable: boolean | null;
  };
  readonly 'clear-activity-body'?: ObservedBody;
  readonly 'delete-body'?: ObservedBody;
  /** Whether the configurations have the id, the createdAt and, as title, the name of their workspaces. */
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

/** Open points that a run does not observe, each with the reason. */
export const unobservable: Readonly<Record<string, string>> = {
  'runtime-behaviour': 'It is not part of this interface.',
  bounds: 'It takes inputs meant to be rejected, and no number of them finds every bound.',
  transitions: 'There is no state to read.',
  'workspace-writes': 'No operation for it is known.',
  'workspace-area-paths': 'No other path is known.',
  events: 'None is known to wait for.',
  'size-limits': 'It takes bodies large enough to harm.',
};

/** The distinct values in ascending order. */
export function distinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}
