/** Entries with the parts that the journal of a fake server adds. */
import {
  decodeBodies,
  explainNoMatch,
  findActivity,
  matchesActivity,
  redact,
  summarize,
  toCurl,
  toHar,
  waitForActivity,
  watchActivity,
  type ActivityEntry,
  type ActivityFields,
  type ActivityMatcher,
} from '@mock-services/sdk/activity';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { anExchange, base64, type ExchangeChanges, idOf, jsonBody } from '../support/activity-entries.ts';
import { outcomeOf } from '../support/failures.ts';
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
  const lower = mockServiceId.toLowerCase();
  test.each<[string, ActivityMatcher<Received>, number[]]>([
    ['the operation', { operation: 'createMockService' }, [2]],
    ['operation by RegExp', { operation: /MockService$/ }, [2, 3]],
    ['operation by an asymmetric matcher', { operation: pattern.any(String) }, [2, 3]],
    ['a missing operation', { operation: pattern.not.stringContaining('Service') }, [1]],
    ['params in lower case', { params: { mockServiceId: lower } }, [3]],
    ['params in upper case', { params: { mockServiceId } }, [3]],
    ['params of another value', { params: { mockServiceId: idOf(1) } }, []],
    ['a param by RegExp in another case', { params: { mockServiceId: /^aabb/ } }, [3]],
    ['a param by RegExp in the same case', { params: { mockServiceId: /^AABB/g } }, [3]],
    ['a param by RegExp that does not match', { params: { mockServiceId: /^bb/ } }, []],
    [
      'a param by an asymmetric matcher',
      { params: { mockServiceId: pattern.stringContaining('aabb') } },
      [3],
    ],
    ['params by an asymmetric matcher', { params: pattern.objectContaining({ mockServiceId: lower }) }, [3]],
    ['no params', { params: {} }, [1, 2, 3]],
    ['params that only some entries have', { params: { workspaceId: pattern.any(String) } }, []],
    ['fields of any exchange', { method: 'post', body: { tags: ['a', /b/] } }, [2]],
    ['path without its query', { path: '/configuration/mock-service/:id' }, [3]],
    ['operation and status', { operation: 'createMockService', status: '4xx' }, []],
    ['a function that reads a part of the journal', ({ fault }) => fault === 2, [3]],
  ])('finds entries by %s', (_, matcher, numbers) => {
    expect(findActivity(journal, matcher).map(({ number }) => number)).toEqual(numbers);
    expect(journal.filter(matchesActivity(matcher)).map(({ number }) => number)).toEqual(numbers);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'does not match the inherited property %s',
    (name) => {
      const fields = JSON.parse(`{"${name}":"x"}`) as Record<string, string>;
      for (const field of ['params', 'headers', 'responseHeaders', 'body', 'responseBody'] as const) {
        expect(findActivity(journal, { [field]: fields })).toEqual([]);
        expect(explainNoMatch(journal, { [field]: fields }, { bodies: true })).toContain('expected');
      }
      expect(() => findActivity(journal, fields as object)).toThrow(`Unknown matcher field \`${name}\`.`);
    },
  );

  test.each<[ActivityFields, RegExp]>([
    [{ operation: 'listWorkspaces' }, /field `operation`, but only journal entries .* have an operation/],
    [{ params: { id: '1' } }, /field `params`, but only journal entries .* have parameters/],
    [{ params: pattern.anything() }, /field `params`/],
  ])('is an error for a workspace log: %o', async (matcher, message) => {
    const log = [anExchange()];
    const reader = { activity: { list: () => Promise.resolve(log) } };
    const matches = matchesActivity(matcher);
    const failures = [
      outcomeOf(() => findActivity(log, matcher)),
      outcomeOf(() => explainNoMatch(log, matcher)),
      outcomeOf(() => matches(anExchange())),
      await waitForActivity(reader, workspaceId, matcher).catch((error: unknown) => error),
    ];
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(TypeError);
      expect(String(failure)).toMatch(message);
    }
    expect(findActivity([], matcher)).toEqual([]);
  });

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
  test('checks the matcher before any entry', () => {
    expect(() => matchesActivity({ stauts: 1 } as object)).toThrow('Did you mean `status`?');
  });

  test('rejects a field that is unavailable, and says why', () => {
    const unavailable = {
      host: 'The journal records no hosts.',
      status: 'A fault is chosen before the response.',
    };
    const use = (matcher: object) => () => matchesActivity(matcher, { unavailable });
    expect(use({ host: 'a' })).toThrow(
      new TypeError('The matcher cannot have the field `host`. The journal records no hosts.'),
    );
    expect(use({ status: 200 })).toThrow('A fault is chosen before the response.');
    expect(use({ tenant: 1 })).toThrow(/Expected one of: operation, params, method, path, headers, /);
    const explain = () => explainNoMatch([], { host: 'a' }, { unavailable });
    expect(explain).toThrow('The journal records no hosts.');
  });

  test.each([[Promise.resolve(false)], ['yes'], [1], [[]]])(
    'throws if the function returns `%o` rather than true or false',
    (result) => {
      const matches = matchesActivity(() => result as never);
      expect(() => matches(anExchange())).toThrow(/^The matcher function must return true or false, not /);
    },
  );

  test('names the part that an entry lacks', () => {
    const matches = matchesActivity({ responseHeaders: { etag: true } });
    const entry = { ...anExchange({ id: idOf(7) }), response: null as never };
    expect(outcomeOf(() => matches(entry))).toEqual(
      new TypeError('matchesActivity: entry.response: expected object, received null.'),
    );
    expect(outcomeOf(() => matches(null as never))).toBeInstanceOf(TypeError);
  });
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

test('accepts the asymmetric matchers of Playwright, whose type declares no method', () => {
  const anyText = pattern.any(String) as Record<string, unknown>;
  expect(
    findActivity(journal, { operation: anyText, method: anyText, headers: { accept: anyText } }),
  ).toEqual(journal.slice(1));
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

test.each<[string, RegExp, number[]]>([
  ['u', /^\p{Hex_Digit}{8}-/u, [3]],
  ['v', new RegExp(String.raw`^[\p{Hex_Digit}--[0]]`, 'v'), [3]],
  ['s', /^aabb.*$/s, [3]],
  ['y', /aabb/y, [3]],
  ['g', /BB/g, [3]],
  ['m', /^1111/m, []],
])('a RegExp for a parameter keeps its flag %s, and ignores the case', (_, mockServiceIdPattern, numbers) => {
  for (let again = 0; again < 2; again += 1) {
    const found = findActivity(journal, { params: { mockServiceId: mockServiceIdPattern } });
    expect(found.map(({ number }) => number)).toEqual(numbers);
  }
});
