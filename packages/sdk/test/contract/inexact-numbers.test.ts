/** Which numbers JavaScript changes, and where they are found. */
import { inexactNumbers, numberPlace } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../tools/lib/near.ts';

test.each(['9007199254740993', '0.1234567890123456789', '1e400', '-1E+309', '1e-400'])(
  'finds %s',
  (literal) => {
    const numbers = [{ keys: ['a'], offset: 5, literal, value: Number(literal) }];
    expect(inexactNumbers(`{"a":${literal}}`)).toEqual(numbers);
  },
);

test.each([
  '9007199254740991',
  '1e+300',
  '-0',
  '1.0',
  '5e-324',
  '0.30000000000000004',
  '1.500000000000000000000',
])('does not find %s', (literal) => {
  expect(inexactNumbers(`[${literal}]`)).toEqual([]);
});

const marker = 'marker';
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(marker, 1, -0.5, null, '9007199254740993', '\\"[{:,', ''),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', '"', '\\', '0', '__proto__', 'é:1e400,'), tie('value'), {
      maxKeys: 4,
    }),
  ),
})).value;

function placesOf(value: unknown, keys: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (value === marker) return [keys];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    placesOf(inner, [...keys, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Not `JSON.parse`, which in Node 24 may misread keys after one with a backslash (`json-keys.test.ts`). */
function withNumbers(value: unknown, number: number): unknown {
  if (value === marker) return number;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withNumbers(item, number));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNumbers(inner, number)]));
}

test('finds each number with its keys and its offset, and none in a string', async () => {
  await holds(fc.tuple(anyJson, fc.constantFrom(0, 2)), ([value, indent]) => {
    const literal = '12345678901234567890';
    const json = JSON.stringify(value, null, indent).replaceAll(`"${marker}"`, literal);
    const found = inexactNumbers(json);
    expect(found.map(({ keys }) => keys)).toEqual(placesOf(value));
    for (const { offset } of found) expect(json.startsWith(literal, offset)).toBe(true);
    const parsed = withNumbers(value, Number(literal));
    expect(numberPlace(parsed, (number) => number > 1)).toEqual(placesOf(value)[0]);
  });
});
