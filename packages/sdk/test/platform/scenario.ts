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

type ClientOf = (behavior: string, options?: object) => Sdk.Client;

const reports: Record<string, unknown> = {};
const runs: Promise<void>[] = [];
/** Starts a call, which is reported with the events of its clients. All calls run at the same time. */
const run = (name: string, call: (clientOf: ClientOf) => Promise<unknown>) => {
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
  const report = async () => {
    reports[name] = { outcome: await outcomeOf(call(clientOf)), events };
  };
  runs.push(report());
};
/** Aborts a call shortly after its request was sent, or after its response headers arrived. */
const aborted = (
  clientOf: ClientOf,
  behavior: string,
  call: (client: Sdk.Client, signal: AbortSignal) => Promise<unknown>,
  observer: 'onRequest' | 'onResponse' = 'onRequest',
) => {
  const controller = new AbortController();
  const abort = () => setTimeout(() => controller.abort(new Error('enough')), 50);
  return call(clientOf(behavior, { [observer]: abort }), controller.signal);
};

for (const { operation, call } of operationCases) {
  run(operation, (clientOf) => call(clientOf('ok')));
  for (const behavior of ['unavailable-once', 'cut-once', 'refusing', 'html', 'wrong', 'moved', 'away']) {
    run(`${operation}, ${behavior}`, (clientOf) =>
      call(clientOf(behavior, { headers: () => ({ 'x-key': '7' }) })),
    );
  }
}
run('no time limit, aborted', (clientOf) =>
  aborted(clientOf, 'stall', (client, signal) =>
    client.workspaces.list({ signal, timeout: false, totalTimeout: false }),
  ),
);
run('aborted', (clientOf) =>
  aborted(clientOf, 'stall', (client, signal) => client.workspaces.list({ signal })),
);
run('aborted before', (clientOf) => clientOf('ok').workspaces.list({ signal: AbortSignal.abort('early') }));
run('invalid input', (clientOf) => clientOf('ok').mockServices.create({ ...anInput(), title: 7 as never }));
run('invalid URL in the input', (clientOf) =>
  clientOf('ok').mockServices.create(
    anInput({ config: { ...anInput().config, upstreams: [{ name: 'x', url: '/relative' }] } }),
  ),
);
run('token and headers', (clientOf) =>
  clientOf('ok', { token: () => 'secret', headers: { 'x-team': 'blue' } }).workspaces.list(),
);
run('temporary', async (clientOf) => {
  const symbol = ('asyncDispose' in Symbol && Symbol.asyncDispose) || Symbol.for('Symbol.asyncDispose');
  const service = await clientOf('ok').mockServices.createTemporary(anInput());
  await (Reflect.get(service, symbol) as () => Promise<void>)();
  return Object.keys(service);
});
run('invalid base URL', async () => {
  await Promise.resolve();
  try {
    return createClient({ baseUrl: 'nowhere' });
  } catch (error) {
    return String(error);
  }
});
run('wait', (clientOf) => activity.waitForActivity(clientOf('ok'), workspaceId, { method: 'GET' }));
run('wait, aborted', (clientOf) =>
  aborted(clientOf, 'stall', (client, signal) =>
    activity.waitForActivity(client, workspaceId, { path: '/none' }, { signal }),
  ),
);
run('watch', async (clientOf) => {
  const controller = new AbortController();
  const { signal } = controller;
  for await (const _ of activity.watchActivity(clientOf('ok'), workspaceId, { signal }))
    controller.abort('seen');
});
run('HAR', () => {
  const har = activity.toHar([anEntry()]);
  return Promise.resolve(activity.fromHar(har));
});
run('other functions', () =>
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
run('decoding', async () => {
  const entry = { ...anEntry(), response: { ...anEntry().response, ...gzip } };
  return (await activity.bodyOf(entry, 'response').decoded()).text();
});

// On a busy machine, these requests must be sent before their time limits, so they begin when all others have ended.
await Promise.all(runs);
for (const { operation, call } of operationCases.filter(({ operation }) =>
  /^(get|create)Mock/.test(operation),
)) {
  run(`${operation}, stall`, (clientOf) => call(clientOf('stall', { timeout: 3000 })));
  run(`${operation}, stall-in-body`, (clientOf) => call(clientOf('stall-in-body', { timeout: 5000 })));
}
run('total time', (clientOf) => clientOf('stall', { totalTimeout: 3000 }).workspaces.list());
run('wait, stalled', (clientOf) =>
  activity.waitForActivity(clientOf('stall'), workspaceId, { path: '/none' }, { timeout: 3000 }),
);
await Promise.all(runs);

/** Number of unanswered requests whose connections are still open. */
let open = -1;
for (let tries = 0; tries < 400 && open !== 0; tries += 1) {
  await new Promise((resolve) => setTimeout(resolve, 25));
  open = Number(await (await fetch(`${origin}/${platform}/open`)).text());
}
console.log(JSON.stringify({ left, open, report: reports }));
