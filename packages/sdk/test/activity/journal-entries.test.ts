/** Entries with the parts that the journal of a fake server adds. */
import {
  decodeBodies,
  explainNoMatch,
  findActivity,
  matchesActivity,
  redact,
  summarize,
  textTest,
  toCurl,
  toHar,
  waitForActivity,
  watchActivity,
  type ActivityEntry,
  type ActivityMatcher,
  type MatcherField,
} from '@mock-services/sdk/activity';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { anExchange, base64, type ExchangeChanges, idOf, jsonBody } from '../support/activity-entries.ts';
import { pattern } from '../support/patterns.ts';
import { workspaceId } from '../support/fixtures.ts';

interface Received extends ActivityEntry {
  readonly number: number;
  readonly operation?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly fault?: number;
  readonly problem?: string;
  readonly responseBodyLeftOut?: true;
}

type Parts = Partial<Omit<Received, keyof ActivityEntry>>;

const received = (number: number, changes: ExchangeChanges, parts: Parts = {}): Received => ({
  ...anExchange({ id: idOf(number), ...changes }),
  number,
  params: {},
  ...parts,
});

const mockServiceId = 'AABBCCDD-1111-4222-8333-444455556666';
const title = { title: 'Catalogue', tags: ['a', 'b'] };
const journal: readonly Received[] = [
  received(1, { request: { path: '/nothing' }, response: { statusCode: 404 } }),
  received(
    2,
    {
      request: { method: 'POST', path: '/configuration/mock-service', bodyBase64Encoded: jsonBody(title) },
      response: { statusCode: 201 },
    },
    { operation: 'createMockService' },
  ),
  received(
    3,
    { request: { path: `/configuration/mock-service/${mockServiceId}?dry=1` } },
    { operation: 'getMockService', params: { mockServiceId }, fault: 2 },
  ),
];

describe('a matcher for the journal', () => {
  test('matches no response body that a full journal left out', () => {
    const leftOut = received(4, { response: { bodyBase64Encoded: '' } }, { responseBodyLeftOut: true });
    for (const responseBody of ['', {}, pattern.anything(), /x*/])
      expect(findActivity([leftOut], { responseBody })).toEqual([]);
    expect(findActivity([leftOut], { body: '' })).toEqual([leftOut]);
    const note = '\n    responseBody: the body was left out, because the journal is full';
    expect(explainNoMatch([leftOut], { responseBody: {} })).toContain(note);
    expect(explainNoMatch([leftOut], { responseBody: '' }, { bodies: true })).toContain(note);
  });
});

describe('matchesActivity', () => {
  test('rejects a field that is unavailable, and says why', () => {
    const fields = {
      host: 'The journal records no hosts.',
      status: 'A fault is chosen before the response.',
    };
    const use = (matcher: object) => () => matchesActivity(matcher, { fields });
    expect(use({ host: 'a' })).toThrow(
      new TypeError('The matcher cannot have the field `host`. The journal records no hosts.'),
    );
    expect(use({ status: 200 })).toThrow('A fault is chosen before the response.');
    expect(use({ tenant: 1 })).toThrow(/Expected one of: method, path, headers, /);
    const explain = () => explainNoMatch([], { host: 'a' }, { fields });
    expect(explain).toThrow('The journal records no hosts.');
  });

  test('tests further fields, which only the entries of the caller have', () => {
    const fields: Readonly<Record<string, MatcherField>> = {
      operation: {
        weight: 1,
        read: ({ operation }: Received) => operation,
        test: textTest((pattern) => (text) => text === pattern),
      },
      params: {
        weight: 1,
        names: 'parameter names',
        read: ({ params }: Received, _, name) => (name === undefined ? params : params[name]),
        test: textTest((pattern) => (text) => text === pattern),
      },
    };
    const found = (matcher: object) =>
      journal.filter(matchesActivity<Received>(matcher, { fields })).map(({ number }) => number);
    expect(found({ operation: 'createMockService' })).toEqual([2]);
    expect(found({ operation: /MockService$/, status: 200 })).toEqual([3]);
    expect(found({ operation: pattern.any(String), params: { mockServiceId } })).toEqual([3]);
    expect(found({ params: pattern.objectContaining({ mockServiceId }) })).toEqual([3]);
    expect(found({ params: {} })).toEqual([1, 2, 3]);
    const failures: [object, string][] = [
      [
        { operation: 7 },
        'matcher.operation: expected a string, a RegExp or an asymmetric matcher, received 7.',
      ],
      [{ params: { id: undefined } }, 'matcher.params.id is undefined. Pass a value, or remove the key.'],
      [{ opration: 'a' }, 'Did you mean `operation`?'],
    ];
    for (const [matcher, message] of failures) expect(() => found(matcher)).toThrow(message);
    expect(() => findActivity(journal, { operation: 'createMockService' } as object)).toThrow(
      'Unknown matcher field `operation`.',
    );
  });

  test.each([[Promise.resolve(false)], ['yes']])(
    'throws if the function returns `%o` rather than true or false',
    (result) => {
      const matches = matchesActivity(() => result as never);
      expect(() => matches(anExchange())).toThrow(/^The matcher function must return true or false, not /);
    },
  );
});

describe('functions of an exchange', () => {
  const [, created, read] = journal as readonly [Received, Received, Received];

  test('return entries with the parts of the journal', async () => {
    expect(redact([read])).toEqual([read]);
    expect(await decodeBodies([created])).toMatchObject([
      { operation: 'createMockService', number: 2, params: {} },
    ]);
    const reader = { activity: { list: () => Promise.resolve(journal) } };
    expect(await waitForActivity(reader, workspaceId, ({ number }) => number === 3)).toBe(read);
    const entries = watchActivity(reader, workspaceId);
    expect((await entries.next()).value).toMatchObject({ number: 1 });
    await entries.return();
    expect(toCurl(created)).toContain('--request POST');
    expect(toHar(journal).log.entries).toHaveLength(3);
    expect(summarize(journal).count).toBe(3);
  });

  test('redact replaces credentials in the parts of the journal', () => {
    const secret = received(
      5,
      {},
      { problem: 'The query access_token=canary is unknown.', params: { token: 'canary' } },
    );
    expect(JSON.stringify(redact([secret]))).not.toContain('canary');
  });

  test('have types that keep the parts of the journal', () => {
    expectTypeOf(findActivity(journal, {})).toEqualTypeOf<Received[]>();
    expectTypeOf(redact(journal)).toEqualTypeOf<Received[]>();
    expectTypeOf(decodeBodies<Received>).returns.resolves.toEqualTypeOf<Received[]>();
    expectTypeOf(matchesActivity<Received>)
      .returns.parameter(0)
      .toEqualTypeOf<Received>();
    expectTypeOf(findActivity<Received>)
      .parameter(1)
      .toEqualTypeOf<ActivityMatcher<Received>>();
    expectTypeOf(findActivity([anExchange()], ({ id }) => id !== '')).toEqualTypeOf<ActivityEntry[]>();
  });
});

test('compares text that is not JSON with strings only', () => {
  const form = received(6, { request: { bodyBase64Encoded: base64('a=1&b=2') } });
  const quoted = received(7, { request: { bodyBase64Encoded: base64('"done"') } });
  const found = (body: unknown) => findActivity([form, quoted], { body }).map(({ number }) => number);
  expect(found('a=1&b=2')).toEqual([6]);
  expect(found(/b=\d/)).toEqual([6]);
  expect(found(pattern.stringContaining('a=1'))).toEqual([6]);
  expect(found('done')).toEqual([]);
  expect(found('"done"')).toEqual([7]);
  expect(found(pattern.any(Object))).toEqual([]);
  expect(found(pattern.anything())).toEqual([6, 7]);
});
