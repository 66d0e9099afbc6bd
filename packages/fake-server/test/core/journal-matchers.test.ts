/** Tests how the journal finds requests with the matcher for exchanges, and how it explains that none matches. */
import { createFakeServer, type JournalFields, type JournalMatcher } from '@mock-services/fake-server/core';
import { type AsymmetricMatcher } from '@mock-services/sdk/activity';
import { operationIds } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, input, mockService } from '../support/samples.ts';
import { jsonHeaders, send } from '../support/wire.ts';

/** Records a list, a valid and an invalid creation, and a read. */
function fourRequests() {
  const fake = createFakeServer({ seed: { mockServices: [mockService(0xabc)] } });
  const body = JSON.stringify(input({ title: 'Catalogue' }));
  send(fake, 'GET', `${mockServicesPath}?page=2`);
  fake.handle({ method: 'POST', path: mockServicePath, headers: jsonHeaders, body });
  const headers = { 'Content-Type': 'application/json', 'X-Trace': 'a-1' };
  fake.handle({ method: 'POST', path: mockServicePath, headers, body: '{' });
  fake.clock.advance('1h');
  send(fake, 'GET', `${mockServicePath}/${idOf(0xabc)}`);
  return fake;
}

const fake = fourRequests();

const lowerCase = expect.objectContaining({ mockServiceId: idOf(0xabc) }) as AsymmetricMatcher;

const matchers: [string, JournalFields, number[]][] = [
  ['the operation', { operation: 'createMockService' }, [2, 3]],
  ['a regular expression for the operation', { operation: /^create/ }, [2, 3]],
  ['method and status', { method: 'POST', status: 400 }, [3]],
  ['the path without its query', { path: mockServicesPath }, [1]],
  ['a pattern for the path', { path: `${mockServicePath}/:id` }, [4]],
  ['parameters in any case', { params: { mockServiceId: idOf(0xabc).toUpperCase() } }, [4]],
  ['headers whose names are in any case', { headers: { 'x-TRACE': 'a-1' } }, [3]],
  ['a missing header', { headers: { 'x-trace': false } }, [1, 2, 4]],
  [
    'fields of the body',
    { body: { title: 'Catalogue', config: { cors: { allowedMethods: ['GET'] } } } },
    [2],
  ],
  ['a regular expression for the body', { body: /^\{$/ }, [3]],
  ['fields of the body of the response', { responseBody: { data: { title: /./ } } }, [4]],
  ['the time of the clock', { since: '2026-01-01T01:00:00Z' }, [4]],
  ['an empty matcher, which matches every request', {}, [1, 2, 3, 4]],
];

test.each(matchers)('`journal.find` finds the requests by %s', (_, matcher, numbers) => {
  const { journal } = fake;
  expect(journal.find(matcher).map(({ number }) => number)).toEqual(numbers);
  expect(journal.explain(matcher)).toMatch(new RegExp(`^${numbers.length} of 4 requests match`));
});

test('a matcher for the response time finds the requests that a fault or `latency` delayed', () => {
  const slow = createFakeServer({ latency: 5 });
  slow.faults.add({ operation: 'listWorkspaces', delay: 1000 });
  for (const path of [mockServicesPath, workspacesPath]) send(slow, 'GET', path);
  const numbersOf = (slowerThan: number) => slow.journal.find({ slowerThan }).map(({ number }) => number);
  expect([numbersOf(4), numbersOf(5), numbersOf(1005)]).toEqual([[1, 2], [2], []]);
});

test('a fault applies to the requests that `journal.find` finds with the same fields', () => {
  const match = {
    method: 'POST',
    path: mockServicePath,
    headers: { 'x-trace': false },
    body: { type: 'REST' },
  };
  const other = createFakeServer();
  other.faults.add({ operation: operationIds, match, status: 418 });
  for (const { request } of fake.journal.entries()) {
    const { method, path, headers } = request;
    other.handle({ method, path, headers, body: atob(request.bodyBase64Encoded) });
  }
  const hit = other.journal.find({ status: 418 }).map(({ number }) => number);
  expect(hit).toEqual(fake.journal.find(match).map(({ number }) => number));
  expect(hit).toEqual([2]);
});

test.each<[unknown, string]>([
  [{ operaton: 'listWorkspaces' }, 'Unknown matcher field `operaton`. Did you mean `operation`?'],
  [{ operation: 'deleteMockServices' }, 'unknown operation "deleteMockServices". Did you mean'],
  [{ host: 'a.test' }, 'The matcher cannot have the field `host`. The requests in a journal have no host'],
])('`journal.find`, `explain` and `waitFor` reject the matcher %o', async (matcher, message) => {
  const { find, explain, waitFor } = createFakeServer().journal;
  const given = matcher as JournalMatcher;
  for (const use of [find, explain])
    expect(failureOf(() => use(given), 'invalid-matcher').message).toContain(message);
  await expect(waitFor(given)).rejects.toMatchObject({ code: 'invalid-matcher' });
});

test('a matcher for a parameter finds a request whose id is in upper case', () => {
  const upper = createFakeServer({ seed: { mockServices: [mockService(0xabc)] } });
  send(upper, 'GET', `${mockServicePath}/${idOf(0xabc).toUpperCase()}`);
  const patterns = [idOf(0xabc), idOf(0xabc).toUpperCase(), /abc/, /ABC/, expect.stringContaining('abc')];
  for (const mockServiceId of patterns as AsymmetricMatcher[])
    expect(upper.journal.find({ params: { mockServiceId } })).toHaveLength(1);
  expect(upper.journal.find({ params: lowerCase })).toHaveLength(1);
});

describe('journal.explain', () => {
  const { journal } = createExample();

  function createExample() {
    const example = createFakeServer({ seed: {} });
    example.faults.add({ operation: 'listWorkspaces', status: 503 });
    send(example, 'GET', '/nothing');
    const headers = { 'X-Trace': 'a-1', ...jsonHeaders };
    const body = '{"title":"A","tags":["a","b"]}';
    example.handle({ method: 'POST', path: mockServicePath, headers, body });
    send(example, 'GET', workspacesPath);
    send(example, 'GET', `${mockServicePath}/${idOf(1)}`);
    return example;
  }

  test('`journal.explain` shows the three closest requests and their differences', () => {
    const headers = { 'X-Trace': 'b' };
    expect(journal.explain({ headers, body: { tags: ['a', 'c'] }, status: 422 })).toBe(
      [
        'No request matches {"headers":{"X-Trace":"b"},"body":{"tags":["a","c"]},"status":422}. 4 requests were recorded. The closest:',
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

  test('`journal.explain` lists the received fields if an expected field is missing', () => {
    expect(journal.explain({ body: { titel: 'A' } })).toContain(
      '\n    body.titel: expected "A", received nothing; received fields: title, tags\n',
    );
  });

  test('`journal.explain` reports that no request was received', () => {
    expect(createFakeServer().journal.explain({ method: 'GET' })).toBe(
      'No request matches {"method":"GET"}, because the journal is empty. Check that the call is awaited, and that the client calls this fake server.',
    );
  });
});

test('a matcher for the journal with a wrong operation or parameter does not compile', () => {
  const accept = (matcher: JournalMatcher) => matcher;
  // @ts-expect-error the interface has no such operation
  accept({ operation: 'deleteMockServices' });
  const id = [''].find((each) => each === 'a');
  // @ts-expect-error undefined would match any value
  accept({ params: { mockServiceId: id } });
  // @ts-expect-error the requests of a journal have no host
  accept({ host: 'a.test' });
  expect(accept({ ...(id !== undefined && { params: { mockServiceId: id } }) })).toEqual({});
});
