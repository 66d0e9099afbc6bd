import * as activity from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attempt, holds, near, textNear } from '../../../../tools/lib/near.ts';
import { anExchange, anOddExchange } from '../support/activity-entries.ts';

const {
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
const isTypeError = (error: unknown) => error instanceof TypeError;

/** A HAR file whose header is a control character, as a regression test for toCurl. */
const oddHeader = toHar([anExchange({ request: { headers: { host: '\u007f' } } })]);

test('every function accepts the entries of any HAR file that fromHar accepts', async () => {
  await holds(
    fc.oneof(near(archive), textNear(archive)),
    async (har) => {
      const converted = await attempt(() => fromHar(har), isActivityError);
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

test('findActivity and explainNoMatch accept any matcher or throw a TypeError', async () => {
  const matchers = near(
    { method: 'GET', path: '/orders/*', host: '*.example.com', status: '2xx', header: { accept: /x/ } },
    { status: 404, since: '2026-01-01T00:00:00.000Z', responseBody: { a: [1] } },
  );
  await holds(matchers, async (matcher) => {
    await attempt(() => findActivity(entries, matcher as object), isTypeError);
    await attempt(() => explainNoMatch(entries, matcher as object), isTypeError);
  });
});
