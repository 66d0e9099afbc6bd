/** Entries that a client returns with the option `validation: 'warn'`. */
import { createClient } from '@mock-services/sdk';
import * as activity from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attempt, holds, near } from '../../../../tools/lib/near.ts';
import { anExchange, anOddExchange, idOf } from '../support/activity-entries.ts';
import { outcomeOf } from '../support/failures.ts';
import { baseUrl, withField, workspaceId } from '../support/fixtures.ts';

const { decodeBodies, explainNoMatch, findActivity, isActivityError } = activity;
const { redact, summarize, toCurl, toHar, urlOf, waitForActivity, watchActivity } = activity;

/** Reads a log with relaxed validation, and counts the warnings. */
const relaxed = (data: unknown) => {
  const client = createClient({
    baseUrl,
    validation: 'warn',
    onWarning: () => {},
    fetch: () => Promise.resolve(new Response(JSON.stringify({ data }))),
  });
  return { client, list: () => client.activity.list(workspaceId) };
};

/** Reads both messages of each entry. */
const whole = { body: 1, responseBody: 1 };

type Work = (entries: activity.ActivityEntry[]) => unknown;
const functions: Readonly<Record<string, Work>> = {
  decodeBodies: (entries) => decodeBodies(entries),
  explainNoMatch: (entries) => explainNoMatch(entries, whole),
  findActivity: (entries) => findActivity(entries, whole),
  redact: (entries) => redact(entries),
  toHar: (entries) => toHar(entries),
};

const broken = [
  [['response'], null, 'object', 'null'],
  [['request'], 'canary', 'object', 'string'],
  [['response', 'headers'], [], 'object', 'array'],
  [['request', 'path'], null, 'string', 'null'],
  [['request', 'hostname'], undefined, 'string', 'nothing'],
] as const;

test.each(broken)(
  'an entry whose `%j` is `%j` makes every function name its path',
  async (keys, value, expected, received) => {
    const entries = await relaxed([anExchange(), withField(anExchange({ id: idOf(7) }), keys, value)]).list();
    const path = keys.join('.');
    for (const [name, work] of Object.entries(functions)) {
      const error = await Promise.resolve(outcomeOf(() => work(entries))).catch((thrown: unknown) => thrown);
      expect(error).toEqual(
        new TypeError(`${name}: entries[1].${path}: expected ${expected}, received ${received}.`),
      );
    }
  },
);

const needs: Readonly<Record<string, readonly string[]>> = {
  urlOf: ['request', 'request.hostname', 'request.port', 'request.path'],
  toCurl: ['request', 'request.hostname', 'request.port', 'request.path'],
  toHar: ['timestamp', 'request.port', 'response.statusCode', 'response.responseTimeMs'],
  summarize: ['request.method', 'request.path', 'response.statusCode', 'response.responseTimeMs'],
};
const works: Readonly<Record<string, (entry: activity.ActivityEntry) => unknown>> = {
  urlOf: (entry) => urlOf(entry),
  toCurl: (entry) => toCurl(entry),
  toHar: (entry) => toHar([entry]),
  summarize: (entry) => summarize([entry]),
};

test.each(Object.entries(needs))('%s names a field that it needs and that is invalid', (name, paths) => {
  for (const path of paths) {
    for (const value of [null, ['7']]) {
      const entry = withField(anExchange({ id: idOf(7) }), path.split('.'), value) as activity.ActivityEntry;
      const error = outcomeOf(() => works[name]?.(entry));
      expect(String(error)).toMatch(new RegExp(`^TypeError: ${name}: entr.*\\.${path}: expected `));
    }
  }
});

test('waiting and watching reject a log with a null entry or response by name', async () => {
  const nulls = relaxed([null]).client;
  await expect(watchActivity(nulls, workspaceId).next()).rejects.toThrow(
    new TypeError('watchActivity: entries[0]: expected object, received null.'),
  );
  const pending = relaxed([{ ...anExchange(), response: null }]).client;
  await expect(watchActivity(pending, workspaceId).next()).resolves.toMatchObject({ done: false });
  const wait = (matcher: activity.ActivityMatcher) =>
    waitForActivity(pending, workspaceId, matcher, { timeout: 0 });
  await expect(wait({ status: 200 })).rejects.toThrow(
    new TypeError('waitForActivity: entries[0].response: expected object, received null.'),
  );
  // These matchers do not read the response.
  await expect(wait({ path: '/**' })).resolves.toMatchObject({ response: null });
  await expect(wait({ path: '/another' })).rejects.toMatchObject({
    code: 'wait-timeout',
    message: expect.stringContaining('response: expected object, received null') as string,
  });
});

test('an unusual entry never makes a function fail with an error of the platform', async () => {
  const matcher = {
    scenarioId: idOf(1),
    status: '2xx',
    host: 'a',
    headers: { a: 'b' },
    since: new Date(0),
  } as const;
  const outcomes = new Set<boolean>();
  const isExpected = (error: unknown) =>
    isActivityError(error) ||
    / (?:entry|entries\[\d+\])(?:\.[\w.]+)?: expected | an activity entry, /.test(String(error));
  await holds(fc.array(near(anOddExchange(), anExchange()), { maxLength: 2 }), async (values) => {
    const entries = values as activity.ActivityEntry[];
    for (const work of [...Object.values(functions), (all: typeof entries) => findActivity(all, matcher)]) {
      const result = await attempt(async () => JSON.stringify(await work(entries)), isExpected);
      outcomes.add(result === undefined);
    }
    for (const entry of entries) await attempt(() => toCurl(entry), isExpected);
  });
  expect(outcomes.size).toBe(2);
});
