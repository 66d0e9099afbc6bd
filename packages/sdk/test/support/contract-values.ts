/** Values around the schemas of the contract: what they accept, with fields they do not name, and near misses. */
import fc from 'fast-check';
import type { Schema } from '../../src/contract/check.ts';

interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
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
  '2024-02-29T23:59:59.123456789Z',
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

/** Values that are nearly what some field asks for, or nothing that JSON can hold. */
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
  undefined,
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
  Number.NaN,
  Infinity,
  -Infinity,
  10n,
  Symbol('x'),
  () => true,
  Object(1),
  Object('text'),
  new Date(0),
  new Map(),
  /x/,
  Object.create(null),
  Object.create({ inherited: 1 }),
  {},
  { x: 1 },
  { x: 'y' },
  { constructor: 'x' },
  { constructor: () => {} },
  { constructor: Date },
  { constructor: Object },
  { constructor: Object.assign(() => {}, { prototype: { isPrototypeOf: 1 } }) },
  JSON.parse('{"__proto__":1}'),
  JSON.parse('{"__proto__":{"x":1}}'),
  { x: 'y', [Symbol('enumerable')]: 'z' },
  Object.defineProperty({ x: 'y' }, Symbol('hidden'), { value: 'z' }),
  Object.defineProperty({ x: 'y' }, 'hidden', { value: 1 }),
  [],
  [undefined],
  Array(2),
  ['x', null],
  ['x', 'y'],
];

/** Values that a schema accepts. */
export function accepted(schema: Schema): fc.Arbitrary<unknown> {
  // zod types the definition of each kind apart.
  const definition = schema._zod.def as unknown as Definition;
  switch (definition.type) {
    case 'string':
      if (definition.format === 'guid') return fc.constantFrom(...guids);
      if (definition.format === 'datetime') return fc.constantFrom(...timestamps);
      return definition.format === 'url' ? fc.constantFrom(...urls) : fc.string({ maxLength: 4 });
    case 'number':
      return definition.format === 'safeint'
        ? fc.maxSafeInteger()
        : fc.float({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(part(definition.element), { maxLength: 2 });
    case 'record':
      return fc.dictionary(
        fc.constantFrom('a', 'X-B', '__proto__', 'constructor', '0'),
        part(definition.valueType),
        {
          maxKeys: 2,
          noNullPrototype: true,
        },
      );
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(accepted));
    case 'object':
      return object(definition.shape ?? {});
    default:
      return fc.constantFrom<unknown>(1, 'x', null, [{}], { deep: [1] });
  }
}

function part(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (schema === undefined) throw new TypeError('a schema without its part');
  return accepted(schema);
}

function object(shape: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, accepted(field)]));
  const unknown = fc.constantFrom({}, { unknown: 1 }, { more: { nested: [null] }, toString: 'x' });
  return fc.tuple(fc.record(known), unknown).map(([fields, more]) => ({ ...fields, ...more }));
}
