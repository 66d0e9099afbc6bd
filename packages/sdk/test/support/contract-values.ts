import fc from 'fast-check';
import type { Schema } from '../../src/contract/check.ts';

interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly value?: number } };
  }[];
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
}

export const guids = [
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '0F8FAD5B-D9CB-469F-A165-70867728950E',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '09afAF5b-09af-AF9f-0a9f-7f86772895A0',
];

const timestamps = [
  '2026-03-01T10:00:00.000Z',
  '2026-03-01T10:00:00Z',
  '2024-02-29T23:59:59.12345678901234567890Z',
  '2000-02-29T00:00:00.1Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
];

const urls = [
  'https://upstream.example.com/api',
  ' https://upstream.example.com\n',
  '\u00A0https://upstream.example.com\uFEFF',
  'HTTPS://x',
  'http:x',
  'mailto:a@b',
  'https://exa\nmple.com',
  'urn:x',
  'javascript:0',
  'https://[::1]:8080/?q#f',
];

/** Values that are almost valid for some field. */
export const oddities: readonly unknown[] = [
  ...guids,
  '0f8fad5bd9cb469fa16570867728950e',
  '{0f8fad5b-d9cb-469f-a165-70867728950e}',
  '0f8fad5b-d9cb-469f-a165-70867728950e\n',
  '0f8fad5b-d9cb-469f-a165-7086772895\u0660\u0660',
  '0f8fad5b-d9cb-469f-a165-70867728950\u{1D7CE}',
  '------------------------------------',
  '0f8fad5bd-9cb-469f-a165-70867728950e',
  '@f8fad5b-d9cb-469f-a165-70867728950e',
  '`f8fad5b-d9cb-469f-a165-70867728950/',
  ':f8fad5b-d9cb-469f-a165-70867728950G',
  '\u0130f8fad5b-d9cb-469f-a165-7086772895\u0161',
  ...timestamps,
  '2026-02-29T10:00:00Z',
  '1900-02-29T10:00:00Z',
  '2026-04-31T10:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T10:00:60Z',
  '2026-03-01T10:00Z',
  '2026-03-01T10:00:00.Z',
  '2026-03-01T10:00:00z',
  '2026-03-01 10:00:00Z',
  '2026-03-01T10:00:00+00:00',
  '2026-03-01T10:00:00Z\n',
  '+002026-03-01T10:00:00Z',
  ...urls,
  '/relative',
  '//host/path',
  'https://',
  'https:// x',
  'https://x:99999',
  '\u180Ehttps://x',
  '\u200Bhttps://x',
  '\u0000https://x\u0000',
  '\uD800:x',
  '',
  ' ',
  '0',
  null,
  true,
  false,
  0,
  -0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER - 1,
  Infinity,
  -Infinity,
  {},
  { x: 1 },
  { x: 'y' },
  { constructor: 'x' },
  JSON.parse('{"__proto__":1}'),
  JSON.parse('{"__proto__":{"x":1}}'),
  [],
  ['x', null],
  ['x', 'y'],
];

/** @param odd - Percentage of parts that are replaced by unusual values. */
export function accepted(schema: Schema, odd = 0): fc.Arbitrary<unknown> {
  const valid = { weight: 100 - odd, arbitrary: valuesOf(schema, odd) };
  return odd === 0
    ? valid.arbitrary
    : fc.oneof(valid, { weight: odd, arbitrary: fc.constantFrom(...oddities) });
}

function valuesOf(schema: Schema, odd: number): fc.Arbitrary<unknown> {
  // zod uses a different definition type for each kind of schema.
  const {
    type,
    format,
    checks = [],
    shape,
    element,
    innerType,
    valueType,
    options,
  } = schema._zod.def as unknown as Definition;
  switch (type) {
    case 'string':
      return odd === 0 ? strings(format) : fc.oneof(strings(format), strings(format).chain(edited));
    case 'number':
      return format === 'safeint'
        ? integers(checks, odd)
        : fc.float({ noNaN: true, noDefaultInfinity: true });
    case 'optional':
      return fc.option(part(innerType, odd), { nil: undefined });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(part(element, odd), { maxLength: 2 });
    case 'record': {
      const names = fc.constantFrom('a', 'X-B', '__proto__', 'constructor', '0');
      return fc.dictionary(names, part(valueType, odd), { maxKeys: 2, noNullPrototype: true });
    }
    case 'union':
      return fc.oneof(...(options ?? []).map((option) => accepted(option, odd)));
    case 'object':
      return object(shape ?? {}, odd);
    default:
      return fc.constantFrom<unknown>(1, 'x', null, [{}], { deep: [1] });
  }
}

function integers(checks: NonNullable<Definition['checks']>, odd: number): fc.Arbitrary<number> {
  const limitOf = (name: string) => checks.find(({ _zod }) => _zod.def.check === name)?._zod.def.value;
  const [min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER] = ['greater_than', 'less_than'].map(
    limitOf,
  );
  const valid = fc.maxSafeInteger().map((integer) => Math.min(Math.max(integer, min), max));
  return odd === 0 ? valid : fc.oneof(valid, fc.constantFrom(min - 1, max + 1, min - 0.5));
}

function strings(format: string | undefined): fc.Arbitrary<string> {
  if (format === 'guid') return fc.constantFrom(...guids);
  if (format === 'datetime') return fc.constantFrom(...timestamps);
  return format === 'url' ? fc.constantFrom(...urls) : fc.string({ maxLength: 4 });
}

/** Adds, removes or replaces one character. */
function edited(text: string): fc.Arbitrary<string> {
  const added = fc.constantFrom('', '0', 'f', 'g', '-', 'Z', 'T', '.', ' ', ':', '\n', '\u0660');
  return fc
    .tuple(fc.nat(40), added, fc.nat(1))
    .map(([at, added, dropped]) => text.slice(0, at) + added + text.slice(at + dropped));
}

function part(schema: Schema | undefined, odd: number): fc.Arbitrary<unknown> {
  if (schema === undefined) throw new TypeError('The schema has no inner schema.');
  return accepted(schema, odd);
}

function object(shape: Readonly<Record<string, Schema>>, odd: number): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, accepted(field, odd)]));
  const unknown = fc.constantFrom({}, { unknown: 1 }, { more: { nested: [null] }, toString: 'x' });
  const removed: fc.Arbitrary<string | null> =
    odd === 0
      ? fc.constant(null)
      : fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.constantFrom(...Object.keys(shape)));
  return fc.tuple(fc.record(known), unknown, removed).map(([fields, more, name]) => {
    const all: Record<string, unknown> = { ...fields, ...more };
    if (name !== null) Reflect.deleteProperty(all, name);
    return all;
  });
}
