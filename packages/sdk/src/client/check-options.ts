/** What an option may be, in code and in words. */
type Rule = readonly [fits: (given: unknown) => boolean, expected: string];

/** An option that has no meaning, and what would have. */
export interface OptionProblem {
  readonly option: string;
  readonly expected: string;
  readonly given: unknown;
}

/** Longest delay a timer can hold: 2^31 - 1 ms. */
const longestDelay = 2_147_483_647;

const isSpan = (given: unknown) => typeof given === 'number' && given >= 0 && given <= longestDelay;
const span = `milliseconds from 0 to ${longestDelay}`;
const spanOrFalse: Rule = [(given) => given === false || isSpan(given), `${span}, or false`];
const aFunction: Rule = [(given) => typeof given === 'function', 'a function'];

const budgetRules: Readonly<Record<string, Rule>> = {
  timeout: spanOrFalse,
  totalTimeout: spanOrFalse,
  maxRetries: [(given) => isSpan(given) && Number.isInteger(given), 'a whole number, 0 or more'],
  maxRetryAfter: [isSpan, span],
};

const callRules: typeof budgetRules = {
  ...budgetRules,
  // A realm of its own, such as that of a test environment, may have another class.
  signal: [(given) => typeof (given as AbortSignal).throwIfAborted === 'function', 'an AbortSignal'],
};

const clientRules: typeof budgetRules = {
  ...budgetRules,
  fetch: aFunction,
  onRequest: aFunction,
  onResponse: aFunction,
  onRetry: aFunction,
  onWarning: aFunction,
  validation: [(given) => given === 'strict' || given === 'warn' || given === 'off', 'strict, warn or off'],
};

/** Finds the first option of a call that has no meaning. Callers without types may give anything, and `null` for none. */
export function findProblem(options: object, rules = callRules): OptionProblem | undefined {
  for (const [option, [fits, expected]] of Object.entries(rules)) {
    const given = (options as Record<string, unknown>)[option] ?? undefined;
    if (given !== undefined && !fits(given)) return { option, expected, given };
  }
  return undefined;
}

/**
 * Checks the options of a client, but for those that are read elsewhere.
 *
 * @throws TypeError when one has no meaning.
 */
export function checkOptions(options: object): void {
  const problem = findProblem(options, clientRules);
  if (problem) throw new TypeError(`createClient: ${problem.option} must be ${problem.expected}.`);
}
