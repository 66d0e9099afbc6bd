import {
  decodeBodies,
  explainNoMatch,
  findActivity,
  fromHar,
  isActivityError,
  parseActivity,
  redact,
  summarize,
  toCurl,
  toHar,
  type ActivityMatcher,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attempt, fuzzing, holds, near, textNear } from '../../../../tools/lib/near.ts';
import { anExchange, jsonBody } from '../support/activity-entries.ts';

const entries = [
  anExchange(),
  anExchange({
    request: { path: '/orders', method: 'POST', bodyBase64Encoded: jsonBody({ a: [1] }) },
    response: { statusCode: 201, headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } },
  }),
];
const archive = toHar(entries);

/** A HAR file whose host name is a control character, as a regression test for toCurl. */
const oddHost = toHar([anExchange({ request: { headers: { host: '\u007f' } } })]);

test('fromHar converts any HAR file to usable entries or throws an ActivityError', fuzzing, async () => {
  const archives = fc.oneof(near(archive), textNear(archive));
  await holds(
    archives,
    async (har) => {
      const converted = await attempt(() => fromHar(har as string), isActivityError);
      if (converted === undefined) return;
      for (const work of [toHar, redact, summarize, decodeBodies])
        await attempt(async () => JSON.stringify(await work(converted)), isActivityError);
      await attempt(() => findActivity(converted, { status: '2xx' }), isActivityError);
      for (const entry of converted.slice(0, 3)) {
        for (const shell of ['posix', 'powershell'] as const) {
          const command = await attempt(() => toCurl(entry, { shell }), isActivityError);
          // A terminal would interpret control characters.
          expect(command ?? '').not.toMatch(/(?![\t\n])\p{Cc}/u);
        }
      }
    },
    [oddHost],
  );
});

test('parseActivity yields entries or throws an ActivityError for any byte stream', fuzzing, async () => {
  const pieces = fc.tuple(textNear({ data: entries }, entries), fc.nat(3000));
  await holds(pieces, async ([text, cut]) => {
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.close();
      },
    });
    await attempt(async () => {
      for await (const entry of parseActivity(stream)) JSON.stringify(entry);
    }, isActivityError);
  });
});

test(
  'for any matcher, findActivity and explainNoMatch either accept it or throw an ActivityError',
  fuzzing,
  async () => {
    const matchers = near(
      { method: 'GET', path: '/orders/*', status: '2xx', request: { headers: { accept: '*' } } },
      {
        hostname: '*.example.com',
        status: [200, 404],
        since: '2026-01-01T00:00:00.000Z',
        response: { json: { a: [1] } },
      },
    );
    await holds(matchers, async (matcher) => {
      await attempt(() => findActivity(entries, matcher as ActivityMatcher), isActivityError);
      await attempt(() => explainNoMatch(entries, matcher as ActivityMatcher), isActivityError);
    });
  },
);
