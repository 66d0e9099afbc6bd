import { createFakeServer } from '../core/fake-server.ts';
import type { FakeServerOptions } from '../core/index.ts';
import { defaultStart } from '../core/time/time.ts';

/**
 * Describes the state that the options and a scenario produce, so that edited options are detected. A fixed time
 * replaces a clock function, whose times would differ at each reload.
 *
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
