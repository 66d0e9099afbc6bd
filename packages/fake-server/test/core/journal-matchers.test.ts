/** What a matcher of the journal may be, and what it is compared with. */
import { createFakeServer, type JournalMatcher } from '@mock-services/fake-server/core';
import { expect, test, vi } from 'vitest';
import { send } from '../support/wire.ts';

test('a matcher is compared with what was received alone, whatever it names', () => {
  const fake = createFakeServer();
  send(fake, 'GET', '/configuration/workspaces');
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
  for (const name of names) {
    const fields = JSON.parse(`{"${name}":"x"}`) as Record<string, string>;
    for (const field of ['params', 'headers', 'body'] as const) {
      expect(fake.journal.find({ [field]: fields })).toEqual([]);
      expect(fake.journal.explain({ [field]: fields })).toContain('expected');
    }
    expect(() => fake.journal.find(fields)).toThrow(`A request in the journal has no field "${name}".`);
  }
});

test('what a matcher cannot match is explained, whatever it is', () => {
  const fake = createFakeServer();
  send(fake, 'GET', '/configuration/workspaces');
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  for (const body of [{ a: 1n }, cycle, Symbol('a'), () => 1, 1n]) {
    expect(fake.journal.find({ body })).toEqual([]);
    expect(fake.journal.explain({ body })).toContain('1 was received; closest:');
  }
  const params = { mockServiceId: 7 } as unknown as Record<string, string>;
  expect(fake.journal.explain({ params })).toContain('params.mockServiceId: expected 7, received nothing');
});

test('a matcher that is no matcher is rejected, with what is wrong', () => {
  const { journal } = createFakeServer();
  const wrong: [unknown, string][] = [
    [null, 'A matcher has to be a function or an object of fields, not null.'],
    ['GET', 'A matcher has to be a function or an object of fields, not "GET".'],
    [{ params: null }, 'params has to be an object, not null.'],
    [{ headers: ['accept'] }, 'headers has to be an object, not array.'],
    [{ operaton: 'listWorkspaces' }, 'has no field "operaton". Did you mean operation?'],
    [{ header: { accept: 'a' } }, 'has no field "header". Did you mean headers?'],
    [new Map(), 'matcher cannot be a Map: no JSON equals it.'],
    [{ headers: new Headers({ accept: 'a' }) }, 'matcher.headers cannot be a Headers: '],
    [{ body: new Map([['title', 'A']]) }, 'matcher.body cannot be a Map: '],
    [{ body: { tags: [{ at: new Date() }] } }, 'matcher.body.tags.0.at cannot be a Date: '],
    [
      { tags: ['a'] },
      'has no field "tags". There are number, time, operation, params, method, path, headers, body, status, fault, problem. A field of the body is matched within body: { … }.',
    ],
  ];
  for (const [matcher, message] of wrong) {
    for (const use of [journal.find, journal.explain]) {
      expect(() => use(matcher as JournalMatcher)).toThrow(expect.objectContaining({ name: 'JournalError' }));
      expect(() => use(matcher as JournalMatcher)).toThrow(message);
    }
  }
});

test('a matcher may be of a class, whose fields are compared', () => {
  const fake = createFakeServer({ seed: {} });
  class Draft {
    readonly title: string;
    constructor(title: string) {
      this.title = title;
    }
  }
  fake.handle({ method: 'POST', path: '/configuration/mock-service', body: '{"title":"A"}' });
  expect(fake.journal.find({ body: new Draft('A') })).toHaveLength(1);
  expect(fake.journal.find({ body: new Draft('B') })).toEqual([]);
});

test('a matcher is written as text only for an explanation, for it may be long', () => {
  const fake = createFakeServer();
  send(fake, 'GET', '/configuration/workspaces');
  const toJSON = vi.fn(() => 'long');
  const matcher = { operation: 'listMockServices', body: { title: { toJSON } } } as const;
  expect(fake.journal.find(matcher)).toEqual([]);
  expect(toJSON).not.toHaveBeenCalled();
  expect(fake.journal.explain(matcher)).toContain('body: expected {"title":"long"}, received ""');
});
