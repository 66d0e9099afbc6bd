import { createContext, runInContext } from 'node:vm';
import * as contract from '@mock-services/sdk/contract';
import { check } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePoint, runs } from '../../../../tools/lib/near.ts';
import { aMockService, anEntry, anInput, aWorkspace, timesInOrder, withField } from '../support/fixtures.ts';

const { config, ...summary } = aMockService();

const resources: readonly [string, contract.Schema, unknown][] = [
  ['mockServiceSummary', contract.mockServiceSummary, summary],
  ['mockService', contract.mockService, { ...summary, config }],
  ['mockServiceInput', contract.mockServiceInput, anInput()],
  ['workspace', contract.workspace, aWorkspace()],
  ['activityEntry', contract.activityEntry, anEntry()],
];

type Path = readonly (string | number)[];

/** Lists each field and item of a value, except for default response headers, which may have any value. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || path.includes('defaultResponseHeaders')) return [path];
  const fields = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [
    path,
    ...fields.flatMap(([key, field]: [string | number, unknown]) => pathsIn(field, [...path, key])),
  ];
}

const everyField = resources.flatMap(([name, schema, valid]) =>
  pathsIn(valid).map((path) => ({ name: [name, ...path].join('.'), schema, valid, path })),
);

describe.each(everyField)('$name', ({ schema, valid, path }) => {
  test('check() rejects a field that is missing or has the wrong type', () => {
    expect(check(schema, valid)).toEqual([]);
    for (const wrong of [undefined, null, true]) {
      const issues = check(schema, withField(valid, path, wrong));
      expect(issues.map(({ pointer }) => pointer)).toContain(['', ...path].join('/'));
    }
  });
});

test.each([
  ['0F8FAD5B-D9CB-469F-A165-70867728950E', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['0f8fad5bd9cb469fa16570867728950e', false],
  ['0f8fad5b-d9cb-469f-a165-70867728950e ', false],
  ['0f8fad5b-d9cb-469f-a165-70867728950g', false],
])('check() reports whether the identifier %s is valid: %s', (id, accepted) => {
  expect(check(contract.identifier, id).length === 0).toBe(accepted);
});

test.each([
  ['2026-03-01T10:00:00.000Z', true],
  ['2026-03-01T10:00:00Z', true],
  ['2024-02-29T10:00:00.000Z', true],
  ['2026-02-29T10:00:00.000Z', false],
  ['2026-03-01T10:00:00.123456+00:00', true],
  ['2026-03-01T10:00:00.000+02:00', false],
  ['2026-03-01', false],
])('check() reports whether the timestamp %s is valid: %s', (timestamp, accepted) => {
  expect(check(contract.timestamp, timestamp).length === 0).toBe(accepted);
});

test('a validation issue gives its location as a path and as a JSON pointer', () => {
  const headers = { 'content-type': 1, 'a/b~c': 2, plain: 3 };
  const issues = check(contract.recordedResponse, { ...anEntry().response, headers });
  expect(issues.map(({ path, pointer }) => [path, pointer])).toEqual([
    ['headers["content-type"]', '/headers/content-type'],
    ['headers["a/b~c"]', '/headers/a~1b~0c'],
    ['headers.plain', '/headers/plain'],
  ]);
});

test('the path and the pointer of an issue lead to its value, for any field name', () => {
  const sandbox = createContext({});
  const unusual = fc.constantFrom('3d', '0', '-1', 'a b', '$a_1', 'größe', 'class', '~1', '/~0', "it's", '"');
  fc.assert(
    fc.property(fc.oneof(unusual, fc.string({ unit: codePoint, maxLength: 4 })), (name) => {
      const headers = { [name]: 7 };
      const [issue] = check(contract.recordedResponse, { ...anEntry().response, headers });
      sandbox['headers'] = headers;
      expect(runInContext(issue?.path ?? '', sandbox)).toBe(7);
      // RFC 6901 §4: `~1` is replaced before `~0`.
      const [, , key = ''] = issue?.pointer.split('/') ?? [];
      expect(key.replaceAll('~1', '/').replaceAll('~0', '~')).toBe(name);
    }),
    runs(300),
  );
});

test('check() neither throws nor modifies the value, and no issue quotes a value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...everyField), fc.jsonValue(), ({ schema, valid, path }, replacement) => {
      const mutant = withField(valid, path, replacement);
      const before = JSON.stringify(mutant);
      for (const { expected, received } of check(schema, mutant)) {
        expect(received).toMatch(/^(nothing|null|array|object|boolean|(string|number)( of another form)?)$/);
        expect(expected).not.toBe('');
      }
      expect(JSON.stringify(mutant)).toBe(before);
    }),
    runs(2000),
  );
});

test('check() finds an issue in any random JSON value that is not a resource', () => {
  fc.assert(
    fc.property(fc.constantFrom(...resources), fc.jsonValue(), ([, schema], value) => {
      expect(check(schema, value)).not.toEqual([]);
    }),
    runs(1000),
  );
});

const request = (change: object) => check(contract.recordedRequest, { ...anEntry().request, ...change });

test.each([
  ['a fraction', { port: 1.5 }, 'port', 'integer', 'number of another form'],
  ['an integer that is too large', { port: 2 ** 53 }, 'port', 'integer', 'number of another form'],
  ['a string instead of an integer', { port: '80' }, 'port', 'number', 'string'],
  ['a number instead of a string', { method: 1.5 }, 'method', 'string', 'number'],
  ['an array instead of a map', { headers: [] }, 'headers', 'object', 'array'],
])(
  'the validation issue for %s has the expected and the received type',
  (_, change, path, expected, received) => {
    expect(request(change)).toEqual([{ path, pointer: `/${path}`, expected, received }]);
  },
);

test('strictWorkspace rejects a workspace whose expiresAt is not later than createdAt', () => {
  const { createdAt } = aWorkspace();
  expect(check(contract.strictWorkspace, { ...aWorkspace(), expiresAt: createdAt })).toEqual([
    {
      path: 'expiresAt',
      pointer: '/expiresAt',
      expected: 'timestamp later than createdAt',
      received: 'an earlier or equal one',
    },
  ]);
  expect(check(contract.strictWorkspace, { ...aWorkspace(), createdAt: 7, expiresAt: 'never' })).toHaveLength(
    2,
  );
});

test.each(timesInOrder)('strictWorkspace compares times, not text, if createdAt is $text', (created) => {
  for (const { text, rank } of timesInOrder) {
    const isValid = rank > created.rank;
    const issues = check(contract.strictWorkspace, {
      ...aWorkspace(),
      createdAt: created.text,
      expiresAt: text,
    });
    expect([text, issues.map(({ path }) => path)]).toEqual([text, isValid ? [] : ['expiresAt']]);
  }
});

test.each([
  ['identifier', contract.identifier, 'UUID'],
  ['timestamp', contract.timestamp, 'ISO 8601 UTC timestamp'],
  ['url', contract.upstream.shape.url, 'absolute URL'],
])('check() reports an invalid %s as a string of another form', (_, schema, expected) => {
  const issue = { path: '', pointer: '', expected };
  expect(check(schema, 'x')).toEqual([{ ...issue, received: 'string of another form' }]);
  expect(check(schema, 7)).toEqual([{ ...issue, expected: 'string', received: 'number' }]);
});

test('the validation issue for a header value lists the valid types', () => {
  const [issue] = check(contract.headerValue, undefined);
  expect(issue).toMatchObject({ path: '', received: 'nothing' });
  expect(issue?.expected.split(', ')).toEqual(
    expect.arrayContaining(['string', 'number', 'boolean', 'null']),
  );
});

test('idKey equals for UUIDs that differ in letter case, and leaves other strings unchanged', () => {
  const upper = 'ABCDEF01-2345-4789-ABCD-EF0123456789';
  expect(contract.idKey(upper)).toBe(contract.idKey(upper.toLowerCase()));
  for (const other of ['Orders', `${upper}X`, '']) expect(contract.idKey(other)).toBe(other);
});
