import { expandPath, parametersOf } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('parameters are listed in order', () => {
  expect(parametersOf('/a/:first/b/:second')).toEqual(['first', 'second']);
  expect(parametersOf('/a')).toEqual([]);
});

test.each(['', '.', '..'])('a value that would leave its segment is rejected: %j', (value) => {
  expect(() => expandPath('/a/:id', { id: value })).toThrow(TypeError);
});

test('a missing value is rejected', () => {
  expect(() => expandPath('/a/:id', {})).toThrow(/id/);
});

test('whatever the value, a URL keeps its segments', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      fc.pre(!/^\.{0,2}$/.test(id));
      const { pathname, search, hash, host } = new URL(`https://x.test${expandPath('/a/:id/b', { id })}`);
      expect([host, search, hash]).toEqual(['x.test', '', '']);
      const [, a, segment = '', b, ...rest] = pathname.split('/');
      expect([a, decodeURIComponent(segment), b, rest]).toEqual(['a', id, 'b', []]);
    }),
  );
});
