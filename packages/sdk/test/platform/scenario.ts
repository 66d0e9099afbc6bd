/**
 * This script uses every function of the packages and prints a report as JSON. Each platform runs the script in a
 * separate process, so that the reports can be compared.
 */
import type * as Activity from '@mock-services/sdk/activity';
import type * as Sdk from '@mock-services/sdk';
import { aMockService, anEntry, anInput, mockServiceId, workspaceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import { removeNewer } from './newer.ts';

const [origin = '', platform] = process.argv.slice(2);
const webkit = ['DecompressionStream', 'CompressionStream'];
// Node loads some of its own modules on demand, and these modules may use newer features.
await fetch(`${origin}/${platform}/open`);
new Blob(['']).stream().pipeThrough(new DecompressionStream('gzip'));
const left = platform === 'intact' ? [] : removeNewer(platform === 'webkit' ? webkit : []);

const { createClient, isMockServicesError }: typeof Sdk = await import('../../src/index.ts');
const activity: typeof Activity = await import('../../src/activity/index.ts');

/** Returns the outcome of a call without the parts that vary between runs. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { value: (await call) ?? 'nothing' };
  } catch (error) {
    if (!isMockServicesError(error) && !activity.isActivityError(error)) return { foreign: String(error) };
    const reason = error.cause instanceof Error ? error.cause.name : error.cause;
    return { ...Object.fromEntries(Object.entries(error)), message: error.message, reason };
  }
}

const events: unknown[] = [];
const record = (observer: string) => (event: object) => {
  const { durationMs: _, delayMs: __, ...facts } = { durationMs: 0, delayMs: 0, ...event };
  events.push({ observer, ...facts });
};
const clientOf = (behavior: string, options: object = {}) =>
  createClient({
    baseUrl: `${origin}/${platform}/${behavior}`,
    onRequest: record('onRequest'),
    onResponse: record('onResponse'),
    onRetry: record('onRetry'),
    onWarning: record('onWarning'),
    ...options,
  });

const report: Record<string, unknown> = {};
const run = async (name: string, call: () => Promise<unknown>) => {
  events.length = 0;
  report[name] = { outcome: await outcomeOf(call()), events: [...events] };
};
/** Aborts a call shortly after its request was sent, or after its response headers arrived. */
const aborted = (
  behavior: string,
  call: (client: Sdk.Client, signal: AbortSignal) => Promise<unknown>,
  observer: 'onRequest' | 'onResponse' = 'onRequest',
) => {
  const controller = new AbortController();
  const abort = () => setTimeout(() => controller.abort(new Error('enough')), 50);
  return call(clientOf(behavior, { [observer]: abort }), controller.signal);
};
const entriesOf = async (entries: AsyncIterable<unknown>) => {
  const all: unknown[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
};

for (const { operation, call } of operationCases) {
  await run(operation, () => call(clientOf('ok')));
  for (const behavior of ['unavailable-once', 'cut-once', 'refusing', 'html', 'wrong', 'moved', 'away']) {
    await run(`${operation}, ${behavior}`, () =>
      call(clientOf(behavior, { headers: () => ({ 'x-key': '7' }) })),
    );
  }
  if (/^(get|create)Mock/.test(operation)) {
    await run(`${operation}, stall`, () => call(clientOf('stall', { timeout: 300 })));
    // The response headers must arrive before the time limit, even on a busy machine.
    await run(`${operation}, stall-in-body`, () => call(clientOf('stall-in-body', { timeout: 3000 })));
  }
}
await run('total time', () => clientOf('stall', { totalTimeout: 1000 }).workspaces.list());
await run('no time limit, aborted', () =>
  aborted('stall', (client, signal) =>
    client.workspaces.list({ signal, timeout: false, totalTimeout: false }),
  ),
);
await run('aborted', () => aborted('stall', (client, signal) => client.workspaces.list({ signal })));
await run('aborted in the body', () =>
  aborted('stall-in-body', (client, signal) => client.workspaces.list({ signal }), 'onResponse'),
);
await run('aborted before', () => clientOf('ok').workspaces.list({ signal: AbortSignal.abort('early') }));
await run('invalid input', () => clientOf('ok').mockServices.create({ ...anInput(), title: 7 as never }));
await run('invalid URL in the input', () =>
  clientOf('ok').mockServices.create(
    anInput({ config: { ...anInput().config, upstreams: [{ name: 'x', url: '/relative' }] } }),
  ),
);
await run('token and headers', () =>
  clientOf('ok', { token: () => 'secret', headers: { 'x-team': 'blue' } }).workspaces.list(),
);
await run('temporary', async () => {
  const symbol = ('asyncDispose' in Symbol && Symbol.asyncDispose) || Symbol.for('Symbol.asyncDispose');
  const service = await clientOf('ok').mockServices.createTemporary(anInput());
  await (Reflect.get(service, symbol) as () => Promise<void>)();
  return Object.keys(service);
});
await run('invalid base URL', async () => {
  await Promise.resolve();
  try {
    return createClient({ baseUrl: 'nowhere' });
  } catch (error) {
    return String(error);
  }
});
await run('stream', () => entriesOf(clientOf('ok').activity.stream(workspaceId)));
await run('stream, silent', () =>
  entriesOf(clientOf('stall-in-body').activity.stream(workspaceId, { timeout: 3000 })),
);
await run('stream, aborted', () =>
  aborted(
    'stall-in-body',
    (client, signal) => client.activity.stream(workspaceId, { signal }).next(),
    'onResponse',
  ),
);
await run('stream, closed', async () => {
  const onResponse = () => setTimeout(() => void stream.close(), 50);
  const stream = clientOf('stall-in-body', { onResponse }).activity.stream(workspaceId);
  return entriesOf(stream);
});
await run('wait', () => activity.waitForActivity(clientOf('ok'), workspaceId, { method: 'GET' }));
await run('wait, stalled', () =>
  activity.waitForActivity(clientOf('stall'), workspaceId, { path: '/none' }, { timeout: 300 }),
);
await run('wait, aborted', () =>
  aborted('stall', (client, signal) =>
    activity.waitForActivity(client, workspaceId, { path: '/none' }, { signal }),
  ),
);
await run('watch', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  for await (const _ of activity.watchActivity(clientOf('ok'), workspaceId, { signal }))
    controller.abort('seen');
});
await run('HAR', () => {
  const har = activity.toHar([anEntry()]);
  return Promise.resolve(activity.fromHar(har));
});
await run('other functions', () =>
  Promise.resolve([
    activity.toCurl(anEntry()),
    activity.summarize([anEntry()]),
    activity.redact([anEntry()]),
    activity.bodyOf(anEntry(), 'response').json(),
    aMockService().id === mockServiceId,
  ]),
);
// The oldest platforms have no `DecompressionStream`, so decoding fails on these platforms.
const gzip = {
  headers: { 'content-encoding': 'gzip' },
  bodyBase64Encoded: 'H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==',
};
await run('decoding', async () => {
  const entry = { ...anEntry(), response: { ...anEntry().response, ...gzip } };
  return (await activity.bodyOf(entry, 'response').decoded()).text();
});

/** Number of unanswered requests whose connections are still open. */
let open = -1;
for (let tries = 0; tries < 400 && open !== 0; tries += 1) {
  await new Promise((resolve) => setTimeout(resolve, 25));
  open = Number(await (await fetch(`${origin}/${platform}/open`)).text());
}
console.log(JSON.stringify({ left, open, report }));
