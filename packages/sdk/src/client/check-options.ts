import { type ClientOptions, defaultBudgets, findProblem, resolveBudgets } from './options.ts';

const functions = ['fetch', 'onRequest', 'onResponse', 'onRetry', 'onWarning'] as const;
const modes: ReadonlySet<unknown> = new Set(['strict', 'warn', 'off', undefined]);

/**
 * Copies the options of a client, so that they stay as they were given. Callers without types may give anything.
 *
 * @throws TypeError when one has no meaning.
 */
export function checkOptions(given: ClientOptions): ClientOptions {
  const present = Object.entries(given).filter(([, value]) => value !== null);
  const options = Object.fromEntries(present) as Partial<ClientOptions> as ClientOptions;
  const refuse = (option: string, expected: string) => {
    throw new TypeError(`createClient: ${option} must be ${expected}.`);
  };
  const problem = findProblem(resolveBudgets(options, defaultBudgets));
  if (problem) refuse(problem.option, problem.expected);
  for (const name of functions) {
    if (!['undefined', 'function'].includes(typeof options[name])) refuse(name, 'a function');
  }
  if (!modes.has(options.validation)) refuse('validation', 'strict, warn or off');
  return options;
}
