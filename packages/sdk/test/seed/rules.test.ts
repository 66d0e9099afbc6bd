/** The rules that the client, the fake server and the four programs share. */
import { createClient } from '@mock-services/sdk';
import { didYouMean, isHeaderValue, nearestName, readBaseUrl, tokenProblem } from '@mock-services/sdk/seed';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('the base URL of a service', () => {
  test.each([
    ['http://localhost:4600', 'http://localhost:4600'],
    ['HTTPS://Mocks.Example.com/api///', 'https://mocks.example.com/api'],
    ['http://[::1]:80/ü', 'http://[::1]/%C3%BC'],
  ])('%s has the prefix %s', (given, prefix) => {
    expect(readBaseUrl(given)).toMatchObject({ prefix });
    expect(readBaseUrl(new URL(given))).toMatchObject({ prefix });
  });

  test.each([
    ['localhost:4600', '; got "localhost:4600". Did you mean http://localhost:4600?'],
    ['mocks.test/api', '; got "mocks.test/api". Did you mean http://mocks.test/api?'],
    ['ftp://mocks.test', '; got "ftp://mocks.test".'],
    ['undefined', '; got "undefined".'],
    [4600, '; got 4600.'],
    ['hunter2', ', such as https://mocks.example.com/api.'],
    ['me:hunter2@mocks.test', ', such as https://mocks.example.com/api.'],
    ['https://me:hunter2@mocks.test', ', such as https://mocks.example.com/api.'],
    ['https://mocks.test/?key=hunter2', ', such as https://mocks.example.com/api.'],
    ['https://mocks.test/#hunter2', ', such as https://mocks.example.com/api.'],
  ])('%j is rejected without a part that may be secret', (given, end) => {
    const read = readBaseUrl(given);
    const problem = typeof read === 'string' ? read : '';
    expect(problem).toMatch(/^must be an absolute http or https URL without credentials, query and fragment/);
    expect([problem.slice(-end.length), problem.includes('hunter2')]).toEqual([end, false]);
  });

  test('credentials and a query are accepted where they are allowed, but never a fragment', () => {
    const allowed = { credentials: true, query: true };
    expect(readBaseUrl('https://me:x@a.test/b/?key=1', allowed)).toMatchObject({
      prefix: 'https://a.test/b',
    });
    expect(readBaseUrl('https://a.test/#x', allowed)).toMatch(/without fragment/);
    expect(readBaseUrl('https://a.test/?x', { credentials: true })).toMatch(/without query and fragment/);
  });
});

describe('a token', () => {
  test.each(['', 'Bearer x', 'bearer\tx', 'a b', 'a\nb', 'a\x01', 'é', '\u{1f34e}', 7])(
    '%j is rejected by the rule and by the client, and the reason does not contain it',
    (token) => {
      const problem = tokenProblem(token) ?? '';
      expect(problem).toMatch(/^(?:Expected|Pass) .*\.$/);
      expect(() => createClient({ baseUrl: 'https://a.test', token: token as string })).toThrow(problem);
    },
  );

  test('every visible ASCII character is accepted', () => {
    const all = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');
    expect(tokenProblem(all)).toBeUndefined();
  });
});

test('a header value may have what `fetch` can send, and the client rejects any other before it sends', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 1, max: 300 }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        const isValid = Array.from(text).every(
          (one) => one === '\t' || (one >= ' ' && one <= '\xff' && one !== '\x7f'),
        );
        expect([text, isHeaderValue(text)]).toEqual([text, isValid]);
      },
    ),
  );
  for (const value of ['a\x01b', 'a\x7fb', 'a\nb'])
    expect(() => createClient({ baseUrl: 'https://a.test', headers: { 'x-a': value } })).toThrow(
      'header "x-a": expected a valid HTTP header name and value',
    );
});

describe('a misspelled name', () => {
  test.each([
    ['titel', ['id', 'title', 'type'], 'title'],
    ['TITLE', ['title'], 'title'],
    ['respnse', ['request', 'response'], 'response'],
    ['res', ['response'], undefined],
    ['port', ['--port', 'ports', 'support'], 'ports'],
    ['--cors', ['--port', '--cors-origin'], '--cors-origin'],
    ['payments', ['Payments (old)', 'Payments'], 'Payments'],
    ['', ['a'], undefined],
    ['x', [], undefined],
  ])('%j among `%j` means `%s`', (given, names, meant) => {
    expect(nearestName(given, names)).toBe(meant);
    expect(didYouMean(given, names)).toBe(meant === undefined ? '' : ` Did you mean ${meant}?`);
  });

  test('the nearest name has the smallest share of changed characters, at most 40 %', () => {
    const distance = (one: string, other: string): number => {
      if (one === '' || other === '') return one.length + other.length;
      const [rest, otherRest] = [one.slice(1), other.slice(1)];
      if (one[0] === other[0]) return distance(rest, otherRest);
      return 1 + Math.min(distance(rest, other), distance(one, otherRest), distance(rest, otherRest));
    };
    const share = (one: string, other: string) => distance(one, other) / Math.max(one.length, other.length);
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { maxLength: 3 }), (given, names) => {
        const shares = names.map((name) => share(given, name));
        const least = Math.min(...shares);
        expect(nearestName(given, names)).toBe(least <= 0.4 ? names[shares.indexOf(least)] : undefined);
      }),
    );
  });
});
