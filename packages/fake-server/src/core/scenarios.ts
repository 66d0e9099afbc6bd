import { typeName } from '@mock-services/sdk/contract';
import { causedError, FakeServerError, optionError } from './errors.ts';
import type { FakeServer, ListedScenario } from './fake.ts';
import { didYouMean, shownValue } from './words.ts';

/**
 * Prepares a newly created fake server, which contains only its initial seed. The function must be synchronous, and its
 * result is ignored.
 */
export type ApplyScenario = (fake: FakeServer) => unknown;

export interface Scenario {
  /**
   * Text for the scenario in lists.
   * @default the name
   */
  readonly title?: string | undefined;
  readonly apply: ApplyScenario;
}

/** Scenarios by their names. */
export type Scenarios<Name extends string = string> = Readonly<Record<Name, ApplyScenario | Scenario>>;

/**
 * Checks scenarios, and keeps their names in the type. Pass the result as the option `scenarios` of `createFakeServer`,
 * `startFake` and `fakeTest`.
 * @throws {FakeServerError} (`invalid-option`) if a scenario is neither a function nor an object with `apply`.
 * @example
 * ```ts
 * import { createFakeServer, defineScenarios } from '@mock-services/fake-server/core';
 *
 * const scenarios = defineScenarios({
 *   empty: (fake) => fake.seed({}),
 *   'service down': {
 *     title: 'The list fails',
 *     apply: (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }),
 *   },
 * });
 * const fake = createFakeServer({ scenarios });
 * fake.scenario('service down');
 * ```
 */
export function defineScenarios<Name extends string>(scenarios: Scenarios<Name>): Scenarios<Name> {
  if (typeName(scenarios) !== 'object')
    throw optionError('scenarios', 'an object with a function for each name', scenarios);
  for (const [name, scenario] of Object.entries<unknown>(scenarios)) {
    if (typeof scenario === 'function') continue;
    const { apply, title = name } = Object(scenario) as Partial<Scenario>;
    if (typeof apply !== 'function')
      throw optionError(
        `scenarios[${JSON.stringify(name)}]`,
        'a function, or an object with the function `apply`',
        scenario,
      );
    if (typeof title !== 'string')
      throw optionError(`scenarios[${JSON.stringify(name)}].title`, 'a string', title);
  }
  return scenarios;
}

export function listScenarios(scenarios: Scenarios, applied: string | undefined): readonly ListedScenario[] {
  return Object.entries(scenarios).map(([name, scenario]) => ({
    name,
    title: (typeof scenario === 'function' ? undefined : scenario.title) ?? name,
    applied: name === applied,
  }));
}

/** @throws {FakeServerError} (`scenario`) if the scenario is unknown, throws or returns a promise. */
export function applyScenario(scenarios: Scenarios, name: string, fake: FakeServer): void {
  const scenario = Object.entries(scenarios).find(([key]) => key === name)?.[1];
  if (scenario === undefined)
    throw new FakeServerError('scenario', unknownScenario(name, Object.keys(scenarios)));
  let result: unknown;
  try {
    result = typeof scenario === 'function' ? scenario(fake) : scenario.apply(fake);
  } catch (cause) {
    throw causedError('scenario', `The scenario ${shownValue(name)} failed:`, cause);
  }
  const { then } = Object(result) as { readonly then?: unknown };
  if (typeof then !== 'function') return;
  // Catch a rejection, because it would end the process.
  Promise.resolve(result).catch(() => undefined);
  throw new FakeServerError(
    'scenario',
    `The scenario ${shownValue(name)} returned a promise, but a scenario must be synchronous. Use fixtures such as fake.mockServices.add() in place of requests.`,
  );
}

function unknownScenario(name: unknown, names: readonly string[]): string {
  const hint = typeof name === 'string' ? didYouMean(name, names) : '';
  const list =
    names.length === 0
      ? 'Pass some with the option `scenarios`, or `--scenarios`.'
      : `The scenarios are ${names.join(', ')}.`;
  return `There is no scenario ${shownValue(name)}.${hint} ${list}`;
}
