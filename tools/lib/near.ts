/** Input for property tests: JSON values and strings that differ slightly from valid ones. */
import fc, { type Arbitrary } from 'fast-check';

const seconds = process.env['FUZZ_SECONDS'];

/** If `FUZZ_SECONDS` is set, `fc.assert` checks as many inputs as it can in that time instead of `count` inputs. */
export const runs = (count: number) =>
  seconds === undefined
    ? { numRuns: count }
    : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: Number(seconds) * 1000 };

/** `npm test` sets `TEST_SHARE` to 0.1, because models are the tests that take longest. */
const share = Number(process.env['TEST_SHARE'] ?? 1);

/** In `npm test`, a model checks a tenth of the inputs. */
export const runsOfModel = (count: number) => runs(Math.ceil(count * share));

export const sampleOf = <Item>(items: readonly Item[]): Item[] =>
  items.filter((_, index) => index % (1 / share) === 0);

/**
 * If the property fails, the error shows the seed, the path and the smallest failing input.
 *
 * @param examples - Inputs that failed before, which are tested first.
 */
export async function holds<Input>(
  inputs: Arbitrary<Input>,
  check: (input: Input) => void | Promise<void>,
  examples: readonly Input[] = [],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => check(input)),
    { ...runs(50 + examples.length), examples: examples.map((example) => [example]) },
  );
}

/** Returns `undefined` if `work` fails with an error that `isExpected` accepts. */
export async function attempt<Result>(
  work: () => Result | Promise<Result>,
  isExpected: (error: unknown) => boolean,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const oddStrings = [
  '',
  ' ',
  'a\r\nb: c',
  ...'\0 \u007f \ud800 \u{1F600} e\u0301 \u202e % %2e%2e ../..'.split(' '),
];
const oddDates = ['2026-02-30T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00.000Z'];
const longStrings = ['x'.repeat(100_000), '/'.repeat(10_000)];
const oddTrees = [{}, [], [[]], [null], nested(500), nested(3000)];
const oddNumbers = [0, -1, 0.5, 1e308, 2 ** 53];
const oddValues: readonly unknown[] = [
  null,
  true,
  ...oddNumbers,
  ...oddStrings,
  ...oddDates,
  ...longStrings,
  ...oddTrees,
];
const oddNames = ['', 'x'.repeat(5000), ...'__proto__ constructor toJSON then length id \ud800'.split(' ')];

/**
 * Leaves out values with a backslash in a key, because `JSON.parse` in Node 24 and 26 may misread later keys. After
 * `{"c":1,"\\":1}`, it reads the second key of `{"c":1,"\n":1}` as a backslash.
 * `packages/sdk/test/platform/json-keys.test.ts` fails when this filter can be removed.
 */
export function readable<Value>(values: Arbitrary<Value>): Arbitrary<Value> {
  return values.filter((value) => {
    // Some values are nested too deeply for recursion.
    const parts: unknown[] = [value];
    while (parts.length > 0) {
      const part = parts.pop();
      if (typeof part !== 'object' || part === null) continue;
      if (Object.keys(part).some((key) => key.includes('\\'))) return false;
      parts.push(...(Object.values(part) as unknown[]));
    }
    return true;
  });
}

/** fast-check's unit `'binary'` generates the same code points, but takes two seconds to start. */
export const codePoint = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

const oddValue = fc.oneof(
  fc.constantFrom(...oddValues),
  fc.jsonValue({ maxDepth: 2, stringUnit: codePoint }),
);

/** Returns the replacement for a part, or `undefined` to remove the part. */
type Change = (part: unknown) => unknown;

const change: Arbitrary<Change> = fc.oneof(
  oddValue.map(
    (value): Change =>
      () =>
        value,
  ),
  fc.constant<Change>(() => undefined),
  fc.tuple(fc.oneof(fc.constantFrom(...oddNames), fc.string()), oddValue).map(
    ([name, value]): Change =>
      (part) =>
        withField(part, name, value),
  ),
  fc.constantFrom(2, 3, 200).map(
    (times): Change =>
      (part) =>
        repeated(part, times),
  ),
  fc.tuple(fc.nat(60), fc.string({ unit: codePoint, maxLength: 3 }), fc.nat(3)).map(
    ([at, added, dropped]): Change =>
      (part) =>
        spliced(part, at, added, dropped),
  ),
);

export function near(...examples: readonly unknown[]): Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), change), { maxLength: 4 });
  const values = fc
    .tuple(fc.constantFrom(...examples), changes)
    .map(([example, edits]) =>
      edits.reduce<unknown>(
        (value, [where, edit]) => changed(value, { left: where % countOf(value) }, edit) ?? null,
        example,
      ),
    );
  return readable(values);
}

/** JSON text of slightly changed examples, sometimes with syntax errors. */
export function textNear(...examples: readonly unknown[]): Arbitrary<string> {
  const mistake = fc.constantFrom('', '"', '{', ']', ',', '\\u', '1e999', '\0', '\ufeff');
  const edit = fc.option(fc.tuple(fc.nat(400), mistake, fc.nat(2)));
  return fc.tuple(near(...examples), edit).map(([value, mistakes]) => {
    const text = JSON.stringify(value);
    return mistakes === null ? text : String(spliced(text, ...mistakes));
  });
}

/** @param counter - `left` counts down to the part to change. */
function changed(part: unknown, counter: { left: number }, edit: Change): unknown {
  if (counter.left-- === 0) return edit(part);
  if (counter.left < 0 || !isTree(part)) return part;
  const fields = Object.entries(part)
    .map(([name, value]: [string, unknown]) => [name, changed(value, counter, edit)] as const)
    .filter(([, value]) => value !== undefined);
  return Array.isArray(part) ? fields.map(([, value]) => value) : Object.fromEntries(fields);
}

function countOf(part: unknown): number {
  if (!isTree(part)) return 1;
  return Object.values(part).reduce((sum: number, inner) => sum + countOf(inner), 1);
}

/** Some values from `oddValues` are nested too deeply for recursion, so these values are changed only as a whole. */
function isTree(part: unknown): part is object {
  return typeof part === 'object' && part !== null && !oddValues.includes(part);
}

function withField(part: unknown, name: string, value: unknown): unknown {
  // Wrap an array from `oddValues` instead of copying it, because `isTree` recognizes the array only by identity.
  if (Array.isArray(part)) return isTree(part) ? [...(part as unknown[]), value] : [part, value];
  if (typeof part !== 'object' || part === null) return { [name]: part };
  // Like `JSON.parse`, `Object.fromEntries` creates `__proto__` as an ordinary own property.
  return Object.fromEntries([...Object.entries(part), [name, value]]);
}

function repeated(part: unknown, times: number): unknown {
  if (typeof part === 'string') return part.repeat(part.length > 100 ? 2 : times);
  return Array.from({ length: countOf(part) > 100 ? 2 : times }, () => part);
}

function spliced(part: unknown, at: number, added: string, dropped: number): unknown {
  if (typeof part !== 'string') return [part];
  const from = at % (part.length + 1);
  return part.slice(0, from) + added + part.slice(from + dropped);
}
