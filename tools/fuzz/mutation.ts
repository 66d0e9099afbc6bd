/** JSON values and texts near valid ones: examples with changes that know the structure. */
import fc, { type Arbitrary } from 'fast-check';

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** Values that code forgets. */
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\u007f',
  'a\r\nb: c',
  '\ud800',
  '\u{1F600}',
  'e\u0301',
  '\u202e',
  '__proto__',
  'constructor',
  'toString',
  '../..',
  '%2e%2e',
  '%',
  '2026-02-30T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  'x'.repeat(100_000),
  '/'.repeat(10_000),
  [],
  {},
  [[]],
  [null],
  deep(500),
  deep(3000),
];

const oddNames = [
  '__proto__',
  'constructor',
  'toJSON',
  'toString',
  'then',
  'length',
  '',
  'id',
  '\ud800',
  'x'.repeat(5000),
];

const odd = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }));

type Change = (value: unknown, whole: unknown) => unknown;

/** The part is removed. */
const gone = Symbol('gone');

const changes: Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: odd.map(
      (value): Change =>
        () =>
          value,
    ),
  },
  { weight: 2, arbitrary: fc.constant<Change>(() => gone) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.oneof(fc.constantFrom(...oddNames), fc.string()), odd).map(
      ([name, value]): Change =>
        (part) =>
          withField(part, name, value),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (which): Change =>
        (_, whole) =>
          partAt(whole, which),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2, 3, 200, 5000).map(
      (times): Change =>
        (part) =>
          repeated(part, times),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(60), fc.string({ unit: 'binary', maxLength: 3 }), fc.nat(3)).map(
      ([at, text, drop]): Change =>
        (part) =>
          typeof part === 'string' ? spliced(part, at, text, drop) : [part],
    ),
  },
);

/** A JSON value near one of the examples: up to four of its parts are changed. */
export function near(...examples: readonly unknown[]): Arbitrary<unknown> {
  const edit = fc.tuple(fc.nat(), changes);
  return fc
    .tuple(fc.constantFrom(...examples), fc.array(edit, { maxLength: 4 }))
    .map(([example, edits]) =>
      edits.reduce((value, [which, change]) => changed(value, which, change), example),
    );
}

/** A text near one of the examples, most of the time still JSON. */
export function textNear(...examples: readonly unknown[]): Arbitrary<string> {
  const edit = fc.tuple(
    fc.nat(400),
    fc.constantFrom('', '"', '{', ']', ',', '\\u', '1e999', '\0', '\ufeff'),
    fc.nat(2),
  );
  const edits = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(edit, { maxLength: 2 }));
  return fc
    .tuple(near(...examples), edits)
    .map(([value, edits]) => edits.reduce((text, edit) => spliced(text, ...edit), JSON.stringify(value)));
}

function spliced(text: string, at: number, added: string, drop: number): string {
  const from = text.length === 0 ? 0 : at % (text.length + 1);
  return text.slice(0, from) + added + text.slice(from + drop);
}

function withField(part: unknown, name: string, value: unknown): unknown {
  if (Array.isArray(part)) return [...(part as unknown[]), value];
  if (typeof part !== 'object' || part === null) return { [name]: part };
  // A field named __proto__ is a field here, as JSON.parse has it.
  return Object.fromEntries([...Object.entries(part), [name, value]]);
}

function repeated(part: unknown, times: number): unknown {
  if (typeof part === 'string') return part.repeat(part.length > 100 ? 2 : times);
  return Array.from({ length: JSON.stringify(part).length > 1000 ? 2 : times }, () => part);
}

/** All parts of a value, itself first, with what replaces each in the whole. */
function changed(whole: unknown, which: number, change: Change): unknown {
  const count = countOf(whole);
  const result = replaced(whole, { left: which % count }, (part) => change(part, whole));
  return result === gone ? null : result;
}

function replaced(part: unknown, counter: { left: number }, change: (part: unknown) => unknown): unknown {
  if (counter.left-- === 0) return change(part);
  if (counter.left < 0 || typeof part !== 'object' || part === null || isDeep(part)) return part;
  if (Array.isArray(part)) {
    return part.map((item: unknown) => replaced(item, counter, change)).filter((item) => item !== gone);
  }
  const fields = Object.entries(part).map(
    ([name, value]) => [name, replaced(value, counter, change)] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== gone));
}

function countOf(part: unknown): number {
  return partsOf(part).reduce((sum: number, inner) => sum + countOf(inner), 1);
}

function partAt(whole: unknown, which: number): unknown {
  let part = whole;
  for (let left = which; ; left = Math.floor(left / 7)) {
    const inner = partsOf(part);
    if (left === 0 || inner.length === 0) return part;
    part = inner[left % inner.length];
  }
}

/** Deep nesting counts as one part, so that no walk exceeds the stack. */
function partsOf(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return isDeep(part) ? [] : Object.values(part);
}

function isDeep(part: unknown): boolean {
  let levels = 0;
  for (let inner = part; Array.isArray(inner); inner = (inner as unknown[])[0]) levels += 1;
  return levels > 100;
}
