import {
  type ObservablePoint,
  type Observations,
  type OperationId,
  openPoints,
} from '@mock-services/sdk/contract';

export type { ObservablePoint, Observations };

/**
 * The behavior that a run observed, as plain JSON for a file.
 *
 * Each key of `observed` is the id of an open point (see `openPoints` in `@mock-services/sdk/contract`). A key is
 * absent if the run lacked the permission or the data for the observation. A profile never contains ids, titles or
 * bodies.
 */
export interface ObservedProfile {
  /** Version of the profile format. Readers must reject other versions. */
  readonly version: 1;
  readonly observed: Observations;
}

/**
 * The observed order of a list. `too short` means that the list has fewer than two items with different timestamps.
 * `not seen` means that the list could not be read.
 */
export type ObservedOrder = NonNullable<Observations['list-order']>['listMockServices'];

/** A response whose body the interface does not specify, described by its status, type and field names. */
export type ObservedBody = NonNullable<Observations['delete-body']>;

/** Statuses, keyed by operation and condition, such as `getMockService, unknown id`. */
export type ObservedStatuses = NonNullable<Observations['error-statuses']>['statuses'];

/** An observed value for each called operation. */
export type PerOperation<Value> = { readonly [Id in OperationId]?: Value };

/** The open points that a run cannot observe. Each value is the reason. */
export const unobservable: Readonly<Record<string, string>> = /*@__PURE__*/ Object.fromEntries(
  /*@__PURE__*/ openPoints.flatMap(({ id, unobserved }) => (unobserved ? [[id, unobserved]] : [])),
);

export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

export function distinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}
