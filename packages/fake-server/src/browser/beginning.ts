import { createFakeServer } from '../core/fake-server.ts';
import type { FakeServerOptions } from '../core/index.ts';
import { defaultStart } from '../core/time/time.ts';

/**
 * Describes the state to which the options and a scenario lead, so that a stored world can tell whether they were edited.
 * A clock that is a function would give another state at each reload, so a fixed time replaces it.
 * @throws if the scenario fails.
 */
export function describeBeginning(options: FakeServerOptions, scenario: string | undefined): string {
  const { clock } = options;
  const isFunction = typeof clock === 'function';
  const fake = createFakeServer<string>({
    ...options,
    clock: isFunction ? () => defaultStart : clock,
    storage: undefined,
    onWarning: () => {},
  });
  if (scenario !== undefined) fake.scenario(scenario);
  // Unlike a snapshot, `list` contains the faults whose `match` has functions or regular expressions.
  return JSON.stringify([isFunction, fake.snapshot(), fake.faults.list()], withCode);
}

function withCode(_: string, value: unknown): unknown {
  return typeof value === 'function' || value instanceof RegExp ? String(value) : value;
}
