import type { OperationId } from '@mock-services/sdk/contract';

/**
 * The behavior that a run observed, as plain JSON that you can save in a file.
 *
 * Each key of `observed` is the id of an open point, a question that the interface does not answer (see `openPoints` in
 * `@mock-services/sdk/contract`). A key is absent if the run lacked a permission or data to observe it. A profile never
 * contains identifiers, titles or bodies.
 */
export interface ObservedProfile {
  /** Version of the profile format. Readers must reject other versions. */
  readonly version: 1;
  readonly observed: Observations;
}

// These are type aliases, because interfaces are not assignable to `JsonValue`.

/**
 * The observed order of a list. `too short` means that the list has fewer than two items of different age. `not seen`
 * means that the list could not be read.
 */
export type ObservedOrder =
  'oldest first' | 'newest first' | 'by id' | 'by name' | 'other' | 'too short' | 'not seen';

/** A description of a response whose body the interface does not specify. */
export type ObservedBody = {
  readonly status: number;
  /** Media type without parameters, or `null` if the response has none. */
  readonly contentType: string | null;
  readonly body: 'empty' | 'json' | 'html' | 'text';
  /** JSON type of the body. Absent if the body is an object or not JSON. */
  readonly jsonType?: 'array' | 'boolean' | 'null' | 'number' | 'string';
  /** Names of the body's fields, such as `error.code` in a nested object. Empty if the body is not a JSON object. */
  readonly fields: readonly string[];
};

/** Statuses by operation and condition, such as `getMockService, unknown id`. */
export type ObservedStatuses = { readonly [request: string]: number };

/** An observed value for each operation that the run called. */
export type PerOperation<Value> = { readonly [Id in OperationId]?: Value };

/** Observations by open point. */
export type Observations = {
  /** Unknown fields, grouped by the object that contains them, such as `workspace` or `config.cors`. */
  readonly 'unknown-fields'?: { readonly names: { readonly [object: string]: readonly string[] } };
  readonly 'identifier-form'?: {
    /** UUID versions of the identifiers, in ascending order. */
    readonly versions: readonly number[];
    readonly letterCase: 'lower' | 'upper' | 'mixed';
  };
  /** Numbers of fraction digits in timestamps, in ascending order. */
  readonly 'timestamp-fraction'?: { readonly digits: readonly number[] };
  /** The ways in which timestamps name UTC: `Z` or `+00:00`. */
  readonly 'timestamp-offset'?: { readonly suffixes: readonly string[] };
  readonly 'type-values'?: { readonly values: readonly string[] };
  /** Statuses of create requests, by the name of the omitted field. */
  readonly 'required-fields'?: { readonly without: ObservedStatuses };
  readonly 'header-value-types'?: {
    /** JSON types of the existing header values. */
    readonly seen: readonly string[];
    /** For each JSON type, whether the service stored a header value unchanged. Missing if writes were not allowed. */
    readonly kept?: { readonly [type: string]: boolean };
  };
  readonly 'cors-methods'?: { readonly values: readonly string[] };
  /** JSON types of metadata fields other than `scenarioId`, by field name. */
  readonly 'metadata-fields'?: { readonly types: { readonly [name: string]: readonly string[] } };
  readonly 'base64-form'?: {
    /**
     * Base64 alphabet of the bodies, or `either` if no body contains a character in which the two alphabets differ.
     */
    readonly alphabet: 'standard' | 'url' | 'both' | 'either';
    /** Base64 padding of the bodies, or `either` if no body has a length that requires padding. */
    readonly padding: 'always' | 'never' | 'sometimes' | 'either';
  };
  /** Whether any recorded path has a query string. */
  readonly 'recorded-path'?: { readonly withQuery: boolean };
  readonly expiry?: {
    /** Whether expired workspaces are listed. */
    readonly expiredListed: boolean;
    /** Status of reading the activity of an expired workspace, or `null` if no expired workspace is listed. */
    readonly activityStatus: number | null;
  };
  /** Statuses of list requests with an unknown query parameter. */
  readonly 'query-parameters'?: { readonly unknownParameter: PerOperation<number> };
  readonly pagination?: {
    /** Evidence of pagination: names of fields next to `data`, and of headers such as `link`. */
    readonly signs: readonly string[];
    /** Whether `?limit=1` shortens a list, or `null` if every list has fewer than two items. */
    readonly limitHonored: boolean | null;
  };
  readonly 'list-order'?: {
    readonly listMockServices: ObservedOrder;
    readonly listWorkspaces: ObservedOrder;
    readonly listActivity: ObservedOrder;
    /**
     * Whether every list had the same order when it was read again, or `null` if every list has fewer than two items.
     */
    readonly stable: boolean | null;
  };
  readonly 'clear-activity-body'?: ObservedBody;
  readonly 'delete-body'?: ObservedBody;
  /** Whether a configuration has the `id` and `createdAt` of its workspace, and the workspace's name as `title`. */
  readonly 'workspace-configuration-fields'?: {
    readonly sameId: boolean;
    readonly sameCreatedAt: boolean;
    readonly nameIsTitle: boolean;
  };
  /** Whether an update changed `updatedAt`. */
  readonly 'updated-at'?: { readonly changed: boolean };
  /** Media types of successful responses. */
  readonly 'content-type'?: { readonly responses: PerOperation<readonly string[]> };
  /** Statuses of successful responses. */
  readonly 'success-status'?: { readonly statuses: PerOperation<readonly number[]> };
  /** Whether two equal create requests got the same identifier. */
  readonly 'write-idempotency'?: { readonly sameId: boolean };
  readonly authentication?: {
    /** Status of a read request without the headers from the `headers` option. */
    readonly statusWithout: number;
    /** Authentication schemes from the `WWW-Authenticate` header. */
    readonly challenges: readonly string[];
  };
  readonly 'error-statuses'?: { readonly statuses: ObservedStatuses };
  readonly 'error-body'?: ObservedBody;
  readonly 'error-conditions'?: { readonly statuses: ObservedStatuses };
  /** Names of response headers about rate limits. */
  readonly 'rate-limits'?: { readonly headers: readonly string[] };
  /** Shortest and longest time between a workspace's `createdAt` and `expiresAt`, in milliseconds. */
  readonly 'workspace-lifetime'?: { readonly shortestMs: number; readonly longestMs: number };
  /** Names of response headers about versions. */
  readonly versioning?: { readonly headers: readonly string[] };
};

/** An open point that a run can observe over HTTP. */
export type ObservablePoint = keyof Observations;

/** The open points that a run cannot observe, with the reasons. */
export const unobservable: Readonly<Record<string, string>> = {
  'runtime-behavior': 'It is not part of this interface.',
  bounds: 'A run would need many invalid inputs, and could still miss a limit.',
  transitions: 'The interface has no state that a client can read.',
  'workspace-writes': 'The interface has no operation for it.',
  'workspace-area-paths': 'The interface names no other path.',
  events: 'The interface names no events.',
  'size-limits': 'Bodies of that size could harm the service.',
};

export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

export function distinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}
