/** Tests how the journal finds requests, and how the journal explains that no request matches. */
import { createFakeServer, type JournalMatcher } from '@mock-services/fake-server/core';
import { describe, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, input, mockService } from '../support/samples.ts';
import { cyclicValue } from '../support/values.ts';
import { jsonHeaders, send } from '../support/wire.ts';

class Draft {
  readonly title: string;
  constructor(title: string) {
    this.title = title;
  }
}

describe('journal.find', () => {
  const fake = createFakeServer({ seed: { mockServices: [mockService(0xabc)] } });
  const body = JSON.stringify(input({ title: 'Catalogue' }));
  send(fake, 'GET', mockServicesPath);
  fake.handle({ method: 'POST', path: mockServicePath, headers: jsonHeaders, body });
  const headers = { 'Content-Type': 'application/json', 'X-Trace': 'a-1' };
  fake.handle({ method: 'POST', path: mockServicePath, headers, body: '{' });
  send(fake, 'GET', `${mockServicePath}/${idOf(0xabc)}`);

  test.each<[string, JournalMatcher, number[]]>([
    ['the operation', { operation: 'createMockService' }, [2, 3]],
    ['a regular expression for the operation', { operation: /^create/ as never }, [2, 3]],
    ['method and status', { method: 'POST', status: 400 }, [3]],
    ['a method in another case', { method: 'Get' }, [1, 4]],
    ['a regular expression for the method', { method: /^P/ as never }, [2, 3]],
    ['the path', { path: mockServicesPath }, [1]],
    ['a regular expression for the path', { path: /mock-service$/g }, [2, 3]],
    ['parameters in any case', { params: { mockServiceId: idOf(0xabc).toUpperCase() } }, [4]],
    ['headers whose names are in any case', { headers: { 'x-TRACE': 'a-1' } }, [3]],
    ['regular expressions for headers', { headers: { 'content-type': /json/ } }, [2, 3]],
    [
      'fields of the body',
      { body: { title: 'Catalogue', config: { cors: { allowedMethods: ['GET'] } } } },
      [2],
    ],
    ['regular expressions within the body', { body: { title: /^Cat/ } }, [2]],
    ['an instance of a class', { body: new Draft('Catalogue') }, [2]],
    ['the string of the body', { body: '{' }, [3]],
    ['the string of a JSON body', { body }, [2]],
    ['a regular expression for the body', { body: /^\{$/ }, [3]],
    ['a function', ({ number }) => number > 3, [4]],
    ['an empty matcher, which matches every request', {}, [1, 2, 3, 4]],
  ])('`journal.find` finds requests by %s', (_, matcher, numbers) => {
    expect(fake.journal.find(matcher).map(({ number }) => number)).toEqual(numbers);
  });

  test.each<[string, JournalMatcher]>([
    ['a regular expression for the method has another case', { method: /^get$/ as never }],
    ['a list has another length', { body: { config: { upstreams: [] } } }],
    ['a list is expected in place of a string', { body: { title: ['Catalogue'] } }],
    ['a field is missing', { body: { title: undefined, owner: 'me' } }],
    ['an instance of a class has another field', { body: new Draft('Basket') }],
    ['the body is a BigInt', { body: 1n }],
    ['the body contains a BigInt', { body: { a: 1n } }],
    ['the body is cyclic', { body: cyclicValue() }],
    ['the body is a symbol', { body: Symbol('a') }],
    ['the body is a function', { body: () => 1 }],
    ['a parameter is a number', { params: { mockServiceId: 7 as never } }],
  ])('`journal.find` finds no request and `journal.explain` shows differences if %s', (_, matcher) => {
    expect(fake.journal.find(matcher)).toEqual([]);
    expect(fake.journal.explain(matcher)).toContain('4 requests were received. The closest:');
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'a request matcher does not match the inherited property %s',
    (name) => {
      const fields = JSON.parse(`{"${name}":"x"}`) as Record<string, string>;
      for (const field of ['params', 'headers', 'body'] as const) {
        expect(fake.journal.find({ [field]: fields })).toEqual([]);
        expect(fake.journal.explain({ [field]: fields })).toContain('expected');
      }
      expect(() => fake.journal.find(fields)).toThrow(`A request in the journal has no field "${name}".`);
    },
  );

  test('`journal.find` does not serialize its matcher', () => {
    const toJSON = vi.fn(() => 'long');
    const matcher = { operation: 'listMockServices', body: { title: { toJSON } } } as const;
    expect(fake.journal.find(matcher)).toEqual([]);
    expect(toJSON).not.toHaveBeenCalled();
    expect(fake.journal.explain(matcher)).toContain('body: expected {"title":"long"}, received ""');
  });

  test.each<[unknown, string]>([
    [null, 'A matcher must be a function or an object of fields, not null.'],
    ['GET', 'A matcher must be a function or an object of fields, not "GET".'],
    [{ params: null }, 'params must be an object, not null.'],
    [{ headers: ['accept'] }, 'headers must be an object, not array.'],
    [{ operaton: 'listWorkspaces' }, 'has no field "operaton". Did you mean operation?'],
    [{ operation: 'deleteMockServices' }, 'operation "deleteMockServices". Did you mean deleteMockService?'],
    [{ operation: ['listWorkspaces'] }, 'Unknown operation array. The operations are listActivity, '],
    [{ header: { accept: 'a' } }, 'has no field "header". Did you mean headers?'],
    [new Map(), 'matcher cannot be a Map, because no JSON value equals it.'],
    [{ headers: new Headers({ accept: 'a' }) }, 'matcher.headers cannot be a Headers, because '],
    [{ body: new Map([['title', 'A']]) }, 'matcher.body cannot be a Map, because '],
    [{ body: { tags: [{ at: new Date() }] } }, 'matcher.body.tags.0.at cannot be a Date, because '],
    [
      { tags: ['a'] },
      'has no field "tags". The fields are number, time, operation, params, method, path, headers, body, status, fault, problem. To match a field of the body, use body: { … }.',
    ],
  ])('`journal.find` and `journal.explain` reject the matcher %o', (matcher, message) => {
    const { find, explain } = createFakeServer().journal;
    for (const use of [find, explain]) {
      const error = failureOf(() => use(matcher as JournalMatcher), 'invalid-matcher');
      expect(error.message).toContain(message);
    }
  });
});

describe('journal.explain', () => {
  const fake = createFakeServer({ seed: {} });
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  send(fake, 'GET', '/nothing');
  const headers = { 'X-Trace': 'a-1', ...jsonHeaders };
  const body = '{"title":"A","tags":["a","b"]}';
  fake.handle({ method: 'POST', path: mockServicePath, headers, body });
  send(fake, 'GET', workspacesPath);
  send(fake, 'GET', `${mockServicePath}/${idOf(1)}`);
  const { explain } = fake.journal;

  test('`journal.explain` shows the three closest requests and their differences', () => {
    expect(explain({ headers: { 'X-Trace': 'b' }, body: { tags: ['a', 'c'] }, status: 422 })).toBe(
      [
        'No request matches {"headers":{"X-Trace":"b"},"body":{"tags":["a","c"]},"status":422}. 4 requests were received. The closest:',
        `  #2 POST ${mockServicePath} → 422 (createMockService): The body does not match its schema (2 errors): type: expected string, received nothing …`,
        '    headers.x-trace: expected "b", received "a-1"',
        '    body.tags[1]: expected "c", received "b"',
        '  #1 GET /nothing → 404: No endpoint has this path. Every path begins with /workspace/ or /configuration/.',
        '    status: expected 422, received 404',
        '    headers.x-trace: expected "b", received nothing',
        '    body: expected {"tags":["a","c"]}, received ""',
        '  #3 GET /configuration/workspaces → 503 (listWorkspaces, fault 1)',
        '    status: expected 422, received 503',
        '    headers.x-trace: expected "b", received nothing',
        '    body: expected {"tags":["a","c"]}, received ""',
      ].join('\n'),
    );
  });

  test('`journal.explain` shows patterns, functions and parameters of the matcher', () => {
    expect(explain({ path: /basket/i })).toContain('\n    path: expected /basket/i, received "/nothing"\n');
    expect(explain(() => false)).toMatch(
      /No request matches the function\.[^]*\n {4}request: the function did not return true for this request\n/,
    );
    expect(explain({ operation: 'getMockService', params: { mockServiceId: 'ABC' } })).toContain(
      `\n    params.mockServiceId: expected "abc", received "${idOf(1)}"`,
    );
    expect(explain({ params: { mockServiceId: 7 as never } })).toContain(
      'params.mockServiceId: expected 7, received nothing',
    );
  });

  test('`journal.explain` lists the received fields if an expected field is missing', () => {
    expect(explain({ body: { titel: 'A' } })).toContain(
      '\n    body.titel: expected "A", received nothing; received fields: title, tags\n',
    );
    expect(explain({ operation: 'getMockService', params: { id: '1' } })).toContain(
      '; received fields: mockServiceId',
    );
  });

  test('`journal.explain` truncates each value to 80 characters', () => {
    expect(explain({ method: 'M'.repeat(78) })).toContain(`expected "${'M'.repeat(78)}", received`);
    expect(explain({ method: 'M'.repeat(79) })).toContain(`expected "${'M'.repeat(79)}…, received`);
  });

  test('`journal.explain` shows the number of matching requests', () => {
    expect(explain({ method: 'GET' })).toBe('3 of 4 requests match {"method":"GET"}.');
  });

  test('`journal.explain` reports that no request was received', () => {
    expect(createFakeServer().journal.explain({ method: 'GET' })).toBe(
      'No request matches {"method":"GET"}, because the journal is empty. Check that the call is awaited, and that the client calls this fake server.',
    );
  });
});
