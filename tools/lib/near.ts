/** Input for property tests: JSON values and strings that differ slightly from valid ones. */
import fc, { type Arbitrary } from 'fast-check';

const seconds = process.env['FUZZ_SECONDS'];

/**
 * Parameters that make `fc.assert` check `count` inputs. If `FUZZ_SECONDS` is set, it checks as many inputs as it can
 * in that time.
 */
export const runs = (count: number) =>
  seconds === undefined
    ? { numRuns: count }
    : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: Number(seconds) * 1000 };

/** `npm test` sets it to 0.1, because models are the tests that take longest. */
const share = Number(process.env['TEST_SHARE'] ?? 1);

/** Parameters like those of `runs`, for a model: `npm test` checks a tenth of the inputs. */
export const runsOfModel = (count: number) => runs(Math.ceil(count * share));

/** Returns all items, or every tenth in `npm test`. */
export const sampleOf = <Item>(items: readonly Item[]): Item[] =>
  items.filter((_, index) => index % (1 / share) === 0);

/**
 * If the property fails, the error shows the seed, the path and the smallest failing input.
 * @param examples - Inputs that failed before. They are tested first.
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
 * Leaves out values with a backslash in a key. In Node 24 and 26, `JSON.parse` may misread the keys of later texts: after
 * `{"c":1,"\\":1}`, whose second key is a backslash, it reads the second key of `{"c":1,"\n":1}` as a backslash too. V8
 * expects the key that followed the same keys before, and compares it with the escaped text. Only an expected key with a
 * backslash can match the beginning of an escape. `packages/sdk/test/platform/json-keys.test.ts` fails when this filter
 * can be removed.
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

/** Any code point. fast-check's unit `'binary'` generates the same, but takes two seconds to start. */
export const codePoint = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

const oddValue = fc.oneof(
  fc.constantFrom(...oddValues),
  fc.jsonValue({ maxDepth: 2, stringUnit: codePoint }),
);

/** Returns the replacement for a part, or `undefined` to remove it. */
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

/** Each value is an example with up to four changes. */
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

/**
 * Whether the parts of a value can be changed one by one. Values from `oddValues` change only as a whole, because some
 * of them are nested too deeply for recursion.
 */
function isTree(part: unknown): part is object {
  return typeof part === 'object' && part !== null && !oddValues.includes(part);
}

function withField(part: unknown, name: string, value: unknown): unknown {
  // Do not copy an array from `oddValues`, because `isTree` recognizes it only by identity. Wrap it in a new array
  // instead.
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
