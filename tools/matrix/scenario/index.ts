/**
 * The scenario that runs in every cell of the matrix. The scenario uses only public entry points and the global
 * `fetch`.
 */
import { createFakeServer } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import type { ActivityEntry, MockServiceInput } from '@mock-services/sdk';
import {
  createClient,
  isAbortError,
  isApiError,
  isNetworkError,
  isTimeoutError,
  isValidationError,
} from '@mock-services/sdk';
import {
  decodeBodies,
  fromHar,
  isBodyError,
  redact,
  toCurl,
  toHar,
  waitForActivity,
} from '@mock-services/sdk/activity';
import {
  equal,
  fetchAdapter,
  portAdapter,
  rejection,
  runChecks,
  type Adapter,
  type Check,
  type Checks,
  type World,
} from './world.ts';

export { portAdapter } from './world.ts';

const input: MockServiceInput = {
  type: 'REST',
  title: 'Zahlungen – 支払い 💶',
  config: {
    cors: { allowedOrigins: ['shop.example.com'], allowedMethods: ['GET'], allowedHeaders: [] },
    defaultResponseHeaders: { 'x-flag': true },
    upstreams: [{ name: 'production', url: 'https://payments.example.com' }],
  },
};

/**
 * The symbol that `await using` looks up. If a runtime does not define `Symbol.asyncDispose`, the packages use
 * `Symbol.for('Symbol.asyncDispose')`.
 */
const asyncDispose: typeof Symbol.asyncDispose =
  (Symbol as Partial<SymbolConstructor>).asyncDispose ??
  (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);

/** Returns the id of the first workspace. The first workspace of the sample data has an activity log. */
async function firstWorkspace({ client }: World): Promise<string> {
  const [workspace] = await client().workspaces.list();
  if (workspace === undefined) throw new Error('The sample data of the fake server has no workspace.');
  return workspace.id;
}

const operations: Checks = {
  'lists mock services and returns status, headers and attempts': async ({ client }) => {
    const { data, response, attempts } = await client().mockServices.list().withResponse();
    const type = response.headers.get('content-type');
    equal([data.length, response.status, attempts, type], [5, 200, 1, 'application/json']);
  },
  'creates and reads a mock service': async ({ client }) => {
    const { id } = await client().mockServices.create(input);
    const { type, title, config } = await client().mockServices.get(id);
    equal({ type, title, config }, input);
  },
  'replaces and modifies a mock service': async ({ client }) => {
    const { mockServices } = client();
    const { id } = await mockServices.create(input);
    equal((await mockServices.update(id, { ...input, title: 'Orders' })).title, 'Orders');
    equal((await mockServices.modify(id, (old) => ({ ...old, title: 'Renamed' }))).title, 'Renamed');
  },
  'deletes a mock service, so that reading it fails with 404': async ({ client }) => {
    const { mockServices } = client();
    const { id } = await mockServices.create(input);
    equal(await mockServices.delete(id), undefined);
    const { status, body } = await rejection(mockServices.get(id), isApiError);
    equal([status, (body as { status: number }).status], [404, 404]);
  },
  'deletes a temporary mock service when it is disposed': async ({ client }) => {
    const { mockServices } = client();
    const temporary = await mockServices.createTemporary(input);
    await temporary[asyncDispose]();
    equal((await rejection(mockServices.get(temporary.id), isApiError)).status, 404);
  },
  'lists workspaces and reads a configuration': async (world) => {
    const { workspaces } = world.client();
    equal((await workspaces.list()).length, 4);
    equal((await workspaces.getConfiguration(await firstWorkspace(world))).type, 'REST');
  },
  'reads and clears a log': async (world) => {
    const { activity } = world.client();
    const id = await firstWorkspace(world);
    equal((await activity.list(id)).length, 18);
    equal(await activity.clear(id), undefined);
    equal(await activity.list(id), []);
  },
  'runs twenty concurrent calls': async ({ client }) => {
    const { mockServices } = client();
    const created = await Promise.all(Array.from({ length: 20 }, () => mockServices.create(input)));
    equal(new Set(created.map(({ id }) => id)).size, 20);
  },
  'restores a snapshot': async (world) => {
    const { mockServices } = world.client();
    const before = await world.snapshot();
    const { id } = await mockServices.create(input);
    await world.restore(before);
    equal((await mockServices.list()).length, 5);
    equal((await mockServices.create(input)).id, id);
  },
};

const operation = 'listMockServices';
const noWait = { 'retry-after': '0' };

const failures: Checks = {
  'rejects an invalid input with the paths of the invalid fields, and sends no request': async (world) => {
    const wrong = { ...input, title: 7 as unknown as string };
    const { side, issues } = await rejection(world.client().mockServices.create(wrong), isValidationError);
    equal([side, issues.map(({ path }) => path)], ['request', ['title']]);
    equal(await world.received('createMockService'), 0);
  },
  'reports a reset connection as a network error': async (world) => {
    await world.addFault({ operation, reset: true });
    const { attempts } = await rejection(world.client({ maxRetries: 0 }).mockServices.list(), isNetworkError);
    equal(attempts, 1);
  },
  'reports a truncated body as a network error': async (world) => {
    await world.addFault({ operation, truncated: true });
    await rejection(world.client({ maxRetries: 0 }).mockServices.list(), isNetworkError);
  },
  'reports an invalid response as a validation error': async (world) => {
    await world.addFault({ operation, body: { data: [{ id: 7 }] } });
    const { side, issues } = await rejection(world.client().mockServices.list(), isValidationError);
    equal([side, issues[0]?.path], ['response', 'data[0].id']);
  },
  'retries a 503 until the service recovers': async (world) => {
    await world.addFault({ operation, status: 503, times: 2, headers: noWait });
    const { attempts } = await world.client().mockServices.list().withResponse();
    equal([attempts, await world.received(operation)], [3, 3]);
  },
  'reports a slow attempt as a timeout': async (world) => {
    await world.addFault({ operation, hang: true });
    const call = world.client({ timeout: 100 }).mockServices.list();
    const { limit, attempts } = await rejection(call, isTimeoutError);
    equal([limit, attempts], ['timeout', 1]);
  },
  'aborts a call': async (world) => {
    await world.addFault({ operation, hang: true });
    const controller = new AbortController();
    const call = world.client().mockServices.list({ signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 50);
    equal((await rejection(call, isAbortError)).cause, 'enough');
  },
  'sends no request if the signal is already aborted': async (world) => {
    await rejection(world.client().workspaces.list({ signal: AbortSignal.abort() }), isAbortError);
    // This check counts `listWorkspaces` requests, because `listMockServices` requests from earlier checks may still
    // arrive.
    equal(await world.received('listWorkspaces'), 0);
  },
};

const streams: Checks = {
  'streams a log': async (world) => {
    const id = await firstWorkspace(world);
    const streamed: string[] = [];
    for await (const entry of world.client().activity.stream(id)) streamed.push(entry.id);
    const listed = (await world.client().activity.list(id)).map((entry) => entry.id);
    equal(streamed, listed);
  },
  'ends a stream after its first entry': async (world) => {
    const stream = world.client().activity.stream(await firstWorkspace(world));
    let count = 0;
    for await (const _ of stream) {
      count += 1;
      break;
    }
    equal([count, (await stream.next()).done], [1, true]);
  },
  'aborts a stream': async (world) => {
    const id = await firstWorkspace(world);
    await world.addFault({ operation: 'listActivity', hang: true });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    await rejection(world.client().activity.stream(id, { signal: controller.signal }).next(), isAbortError);
  },
  'waits for an exchange': async (world) => {
    const id = await firstWorkspace(world);
    const [first] = await world.client().activity.list(id);
    const { method = '', path = '' } = first?.request ?? {};
    equal((await waitForActivity(world.client(), id, { method, path })).id, first?.id);
  },
};

/** A fake server at module level. In a Cloudflare Worker, all requests share this fake server. */
const slowFake = createFakeServer({ seed: demoSeed(), latency: 5 });

/** The text `hello`, compressed with gzip and encoded as Base64. */
const zipped = 'H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==';

function recorded(body?: string): ActivityEntry {
  const fake = createFakeServer();
  return fake.activity.record(fake.workspaces.add().id, {
    request: { method: 'GET', path: '/orders?page=1', headers: { authorization: 'Bearer secret' } },
    response: {
      statusCode: 200,
      headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
      ...(body !== undefined && { bodyBase64Encoded: body }),
    },
  });
}

/** Whether the runtime can decompress gzip. The Edge Runtime of Next cannot decompress gzip. */
function canGunzip(): boolean {
  try {
    return 'readable' in new DecompressionStream('gzip');
  } catch {
    return false;
  }
}

/** Checks that need no service. */
const conversions: Checks = {
  'writes and reads a HAR file': async () => {
    const entry = recorded();
    const har = JSON.stringify(toHar([entry], { includeCredentials: true }));
    equal(fromHar(har)[0]?.id, entry.id);
  },
  'decodes a gzip body, or reports that the runtime cannot': async () => {
    const decoding = decodeBodies([recorded(zipped)]);
    if (canGunzip()) {
      equal(atob((await decoding)[0]?.response.bodyBase64Encoded ?? ''), 'hello');
    } else {
      equal((await rejection(decoding, isBodyError)).fault, 'content-encoding');
    }
  },
  'redacts credentials in a curl command': async () => {
    const commands = redact([recorded()]).map((entry) => toCurl(entry));
    equal([commands.length, commands.join().includes('secret')], [1, false]);
  },
  'calls a fake server at module level with latency': async () => {
    const client = createClient({ baseUrl: slowFake.baseUrl, fetch: slowFake.fetch });
    equal((await client.workspaces.list()).length, 4);
  },
};

/** Runs the checks through `fake.fetch` and through each adapter. The promise never rejects. */
export async function runScenario(...adapters: readonly Adapter[]): Promise<Check[]> {
  const results = await runChecks(fetchAdapter, conversions);
  for (const adapter of [fetchAdapter, ...adapters]) {
    results.push(...(await runChecks(adapter, { ...operations, ...failures, ...streams })));
    const { close } = adapter;
    if (close) results.push(...(await runChecks(adapter, { 'stops without unhandled rejections': close })));
  }
  return results;
}

/**
 * Runs the scenario, including its checks of the fake server that listens on a port. Sends the results to the inbox.
 *
 * @param inbox - URL of the inbox. The inbox provides the URL of the fake server and receives the results.
 */
export async function report(inbox: string, ...adapters: readonly Adapter[]): Promise<void> {
  const fake = await fetch(`${inbox}/fake`);
  const checks = await runScenario(portAdapter(await fake.text()), ...adapters);
  // A string body has the media type `text/plain`. A page can send a `text/plain` body without a preflight request.
  await fetch(`${inbox}/checks`, { method: 'POST', body: JSON.stringify(checks) });
}
