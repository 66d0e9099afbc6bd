/** What the journal says of requests that do not match, word for word, and what it keeps of long ones. */
import { createFakeServer, type Snapshot } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { idOf } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const single = '/configuration/mock-service';

/** A fake server that received four requests. */
function receiver() {
  const fake = createFakeServer({ seed: {} });
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  send(fake, 'GET', '/nothing');
  const headers = { 'X-Trace': 'a-1', 'content-type': 'application/json' };
  fake.handle({ method: 'POST', path: single, headers, body: '{"title":"A","tags":["a","b"]}' });
  send(fake, 'GET', '/configuration/workspaces');
  send(fake, 'GET', `${single}/${idOf(1)}`);
  return fake;
}

describe('an explanation', () => {
  test('shows the three closest requests, what became of them, and each difference', () => {
    const sought = { headers: { 'X-Trace': 'b' }, body: { tags: ['a', 'c'] }, status: 422 };
    expect(receiver().journal.explain(sought)).toBe(
      [
        'No request {"headers":{"X-Trace":"b"},"body":{"tags":["a","c"]},"status":422}. 4 were received; closest:',
        `  #2 POST ${single} → 422 (createMockService): The body does not have the shape of its schema (2 errors): type: expected string, received nothing …`,
        '    headers.x-trace: expected "b", received "a-1"',
        '    body.tags[1]: expected "c", received "b"',
        `  #1 GET /nothing → 404: No endpoint has this path. Did you mean GET /workspace/:workspaceId/activity or GET /configuration/workspaces or GET ${single}s?`,
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

  test('names expressions, functions and parameters', () => {
    const { journal } = receiver();
    expect(journal.explain({ path: /basket/i })).toContain(
      '\n    path: expected /basket/i, received "/nothing"\n',
    );
    expect(journal.explain(() => false)).toContain(
      '\n    request: expected one that the function matches, received another request\n',
    );
    expect(journal.explain({ operation: 'getMockService', params: { mockServiceId: 'ABC' } })).toContain(
      `\n    params.mockServiceId: expected "abc", received "${idOf(1)}"`,
    );
  });

  test('shows the first 80 characters of a value', () => {
    const { journal } = receiver();
    // With its quotes.
    expect(journal.explain({ method: 'M'.repeat(78) })).toContain(`expected "${'M'.repeat(78)}", received`);
    expect(journal.explain({ method: 'M'.repeat(79) })).toContain(`expected "${'M'.repeat(79)}…, received`);
  });

  test('says that nothing was received, also when the journal is switched off', () => {
    const { journal } = createFakeServer({ journal: false });
    journal.clear();
    expect(journal.explain({ method: 'GET' })).toBe('No request {"method":"GET"}: none was received.');
  });
});

describe('a matcher', () => {
  test('of text is compared with the text of the body, even if that is JSON', () => {
    const { journal } = receiver();
    expect(journal.find({ body: '{"title":"A","tags":["a","b"]}' })).toHaveLength(1);
    expect(journal.find({ body: /^\{"title"/ })).toHaveLength(1);
    expect(journal.find({ body: { title: ['A'] } })).toEqual([]);
  });
});

describe('the journal', () => {
  test('keeps the whole of a request as long as it has room at two bytes for a character', () => {
    const keepsWhole = (length: number, maxBytes: number) => {
      const fake = createFakeServer({ seed: {}, journal: { maxBytes } });
      fake.handle({ method: 'POST', path: single, body: 'x'.repeat(length) });
      return fake.journal.entries[0]?.body.length === length;
    };
    const longest = (maxBytes: number) => {
      let length = 0;
      while (keepsWhole(length + 1, maxBytes)) length += 1;
      return length;
    };
    const most = longest(2000);
    expect(most).toBeGreaterThan(100);
    expect([longest(2001), longest(2002)]).toEqual([most, most + 1]);
  });

  test('keeps the beginning of the method and of the path of a longer one', () => {
    const fake = createFakeServer({ seed: {}, journal: { maxBytes: 2000 } });
    fake.handle({ method: 'M'.repeat(100), path: `/${'p'.repeat(1500)}` });
    expect(fake.journal.entries).toMatchObject([{ method: 'M'.repeat(32), path: `/${'p'.repeat(255)}` }]);
  });

  test('restored keeps its times to the digit', () => {
    const fake = receiver();
    const snapshot = JSON.parse(JSON.stringify(fake.snapshot())) as Snapshot;
    const time = '2026-01-01T00:00:00.123456Z';
    const entries = fake.journal.entries.map((entry) => ({ ...entry, time }));
    fake.restore({ ...snapshot, journal: { next: 9, entries, problems: [] } });
    expect(fake.journal.entries).toEqual(entries);
    send(fake, 'GET', '/nothing');
    expect(fake.journal.entries.at(-1)?.number).toBe(9);
  });

  test('in a snapshot is checked', () => {
    const fake = receiver();
    const { journal, ...rest } = JSON.parse(JSON.stringify(fake.snapshot())) as Snapshot & {
      journal: object;
    };
    const [entry] = fake.journal.entries;
    const restored = (changes: object) =>
      (failureOf(() => fake.restore({ ...rest, journal: { ...journal, ...changes } })) as Error).message;
    const problem = 'The snapshot has 1 problem:\n- journal: expected journal of a snapshot, received object';
    for (const changes of [{ next: -1 }, { entries: [{ ...entry, status: '404' }] }, { problems: [7] }]) {
      expect(restored(changes)).toBe(problem);
    }
    expect(fake.journal.entries).toHaveLength(4);
  });

  test.each(['maxEntries', 'maxBytes'])('takes no limit %s that is no number', (name) => {
    expect(() => createFakeServer({ journal: { [name]: -1 } })).toThrow(
      `The option journal.${name} has to be: whole number, 0 or more, or Infinity`,
    );
  });
});
