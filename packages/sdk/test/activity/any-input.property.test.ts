import * as activity from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attempt, holds, near, textNear } from '../../../../tools/lib/near.ts';
import { anExchange, anOddExchange } from '../support/activity-entries.ts';
import { failureOf } from '../support/failures.ts';

const {
  bodyOf,
  decodeBodies,
  explainNoMatch,
  findActivity,
  fromHar,
  isActivityError,
  redact,
  summarize,
  toCurl,
  toHar,
} = activity;
const entries = [anExchange(), anOddExchange()];
const archive = toHar(entries);
const isExpected = (error: unknown) => error instanceof TypeError;

/** A HAR file whose header is a control character, as a regression test for toCurl. */
const oddHeader = toHar([anExchange({ request: { headers: { host: '\u007f' } } })]);

test('every function accepts the entries of any HAR file that fromHar accepts', async () => {
  await holds(
    fc.oneof(near(archive), textNear(archive)),
    async (har) => {
      const converted = await attempt(() => fromHar(har, { onSkipped: () => {} }), isActivityError);
      if (converted === undefined) return;
      for (const work of [toHar, redact, summarize, decodeBodies])
        await attempt(async () => JSON.stringify(await work(converted)), isActivityError);
      await attempt(() => findActivity(converted, { status: '2xx', body: {} }), isActivityError);
      for (const entry of converted.slice(0, 3)) {
        const command = await attempt(() => toCurl(entry), isActivityError);
        // A terminal would interpret control characters.
        expect(command ?? '').not.toMatch(/(?![\t\n])\p{Cc}/u);
      }
    },
    [oddHeader],
  );
});

type Work = (given: never) => unknown;
const messagesOf = (work: Work, mistakes: readonly unknown[]) =>
  Promise.all(mistakes.map(async (given) => (await failureOf((async () => work(given as never))())).message));
const forgotten = 'a Promise. Did you forget await?';

test.each<[string, Work]>([
  ['decodeBodies', decodeBodies],
  ['explainNoMatch', (given) => explainNoMatch(given, {})],
  ['findActivity', (given) => findActivity(given, {})],
  ['redact', redact],
  ['summarize', summarize],
  ['toHar', toHar],
])('%s expects an array of entries, and recognizes a forgotten await', async (name, work) => {
  const expected = `${name}: expected an array of activity entries, received`;
  expect(await messagesOf(work, [Promise.resolve(entries), undefined, entries[0]])).toEqual([
    `${expected} ${forgotten}`,
    `${expected} nothing.`,
    `${expected} object.`,
  ]);
});

test.each<[string, Work]>([
  ['bodyOf', (given) => bodyOf(given, 'response')],
  ['toCurl', toCurl],
])('%s expects an entry, and recognizes a forgotten await', async (name, work) => {
  const expected = `${name}: expected an activity entry, received`;
  expect(await messagesOf(work, [Promise.resolve(entries[0]), undefined, entries])).toEqual([
    `${expected} ${forgotten}`,
    `${expected} nothing.`,
    `${expected} array.`,
  ]);
});

test('findActivity and explainNoMatch accept any matcher or throw a TypeError', async () => {
  const matchers = near(
    { method: 'GET', path: '/orders/*', host: '*.example.com', status: '2xx', header: { accept: /x/ } },
    { status: 404, since: '2026-01-01T00:00:00.000Z', responseBody: { a: [1] } },
  );
  await holds(matchers, async (matcher) => {
    await attempt(() => findActivity(entries, matcher as object), isExpected);
    await attempt(() => explainNoMatch(entries, matcher as object), isExpected);
  });
});
