import { getEventListeners } from 'node:events';
import { createClient, isAbortError } from '@mock-services/sdk';
import { redact } from '@mock-services/sdk/activity';
import { readSeed, type SeedProgress } from '@mock-services/sdk/seed';
import { expandPath, type OperationId } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { aMockService, aWorkspace, baseUrl } from '../support/fixtures.ts';

const reads = [
  'listMockServices',
  'listWorkspaces',
  'getMockService',
  'getWorkspaceConfiguration',
  'listActivity',
] as const satisfies readonly OperationId[];
type Read = (typeof reads)[number];

const secret = { authorization: 'Bearer hunter2' };
/** Ids differ in letter case between lists and single resources, and each resource has an unknown field. */
const workspaces = [1, 2, 3].map((n) => ({
  ...aWorkspace({ id: `ABCDEF00-0000-4000-8000-00000000000${n}`, name: `Wörkspace ${n}` }),
  region: 'eu',
}));
const mockServices = Array.from({ length: 30 }, (_, n) => ({
  ...aMockService({ id: idOf(n), title: `Grüße ${n}` }),
  revision: n,
}));
const configurationOf = (id: string) => ({ ...aMockService({ id: id.toLowerCase() }), plan: 'pro' });
const logOf = (id: string) => [
  anExchange({ id: idOf(Number(id.slice(-1))), request: { headers: secret }, metadata: { tags: ['a'] } }),
];

/** Returns a response, or nothing for the regular one. */
type Answer = Response | undefined;
type Script = (operation: Read, id: string, signal: AbortSignal) => Promise<Answer> | Answer;

/** A service, and a client that calls it without retries. */
function service(script: Script = () => undefined) {
  const requests: string[] = [];
  const at = { once: 0, most: 0 };
  const dataOf = (operation: Read, id: string): unknown => {
    if (operation === 'listMockServices')
      return mockServices.map(({ config: _config, ...summary }) => summary);
    if (operation === 'listWorkspaces') return workspaces;
    if (operation === 'getMockService') return mockServices.find((one) => one.id === id);
    return operation === 'listActivity' ? logOf(id) : configurationOf(id);
  };
  const client = createClient({
    baseUrl,
    maxRetries: 0,
    fetch: async (url, { method, signal }) => {
      const [, id = ''] = /([\da-f]{8}-[-\da-f]+)/i.exec(url) ?? [];
      const given = { mockServiceId: id, workspaceId: id };
      const isOperation = (name: Read) => baseUrl + expandPath(name, given) === url;
      const operation = reads.find(isOperation) ?? 'listMockServices';
      requests.push(`${method} ${operation} ${id}`.trim());
      at.once += 1;
      at.most = Math.max(at.most, at.once);
      await Promise.resolve();
      try {
        return (await script(operation, id, signal)) ?? Response.json({ data: dataOf(operation, id) });
      } finally {
        at.once -= 1;
      }
    },
  });
  return { client, requests, at };
}

const hang = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('readSeed', () => {
  test('copies the mock services, the workspaces and the configurations in list order', async () => {
    // The first response of each kind arrives last.
    const { client, requests } = service(async (_, id) => {
      if (id === idOf(0) || id === workspaces[0]?.id) await new Promise((resolve) => setTimeout(resolve, 20));
      return undefined;
    });
    expect(await readSeed(client)).toEqual({
      mockServices,
      workspaces,
      configurations: Object.fromEntries(workspaces.map(({ id }) => [id, configurationOf(id)])),
    });
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(requests).toHaveLength(2 + 30 + 3);
  });

  test('copies all logs, redacted unless includeCredentials is set', async () => {
    const { client } = service();
    const logs = workspaces.map(({ id }) => [id, logOf(id)] as const);
    const { activity } = await readSeed(client, { activity: true });
    expect(activity).toEqual(Object.fromEntries(logs.map(([id, log]) => [id, redact(log)])));
    expect(JSON.stringify(activity)).not.toContain('hunter2');
    const raw = await readSeed(client, { activity: true, includeCredentials: true });
    expect(raw.activity).toEqual(Object.fromEntries(logs));
  });

  test('copies only the logs whose workspaces are listed, whatever the case of their ids', async () => {
    const { client } = service();
    const [, second, third] = workspaces.map(({ id }) => id);
    const some = await readSeed(client, { activity: [third?.toLowerCase() ?? '', second ?? ''] });
    expect([Object.keys(some.activity ?? {}), some.workspaces.length]).toEqual([[second, third], 3]);
    const none = await readSeed(client, { activity: [] });
    expect([none.activity, none.workspaces.length]).toEqual([{}, 3]);
  });

  test('without workspaces, copies only the workspaces whose logs are copied', async () => {
    const plain = service();
    expect(await readSeed(plain.client, { workspaces: false })).toEqual({
      mockServices,
      workspaces: [],
      configurations: {},
    });
    expect(plain.requests).not.toContain('GET listWorkspaces');
    const logged = await readSeed(service().client, {
      workspaces: false,
      activity: [workspaces[1]?.id ?? ''],
    });
    expect(logged).toMatchObject({ workspaces: [workspaces[1]], configurations: {} });
    expect(Object.keys(logged.activity ?? {})).toEqual([workspaces[1]?.id]);
  });

  test('sends at most 8 requests at a time, and reports each item', async () => {
    const { client, at } = service();
    const progress: SeedProgress[] = [];
    await readSeed(client, { activity: true, onProgress: (step) => progress.push(step) });
    expect(at.most).toBe(8);
    expect(progress).toEqual(Array.from({ length: 33 }, (_, n) => ({ done: n + 1, total: 33 })));
  });

  test.each([404, 410])('leaves out what the service responds to with %i, and says so', async (status) => {
    const [first, second, third] = workspaces.map(({ id }) => id);
    const { client } = service((operation, id) => {
      const isGone =
        (operation === 'getMockService' && [idOf(0), idOf(17)].includes(id)) ||
        (operation === 'getWorkspaceConfiguration' && id === first) ||
        (operation === 'listActivity' && id === third);
      return isGone ? new Response('', { status }) : undefined;
    });
    const skipped: unknown[] = [];
    const progress: SeedProgress[] = [];
    const seed = await readSeed(client, {
      activity: true,
      onSkipped: (one) => skipped.push(one),
      onProgress: (step) => progress.push(step),
    });
    expect(seed.mockServices).toEqual(mockServices.filter((_, n) => n !== 0 && n !== 17));
    expect(seed.workspaces).toEqual([workspaces[1]]);
    expect([Object.keys(seed.configurations), Object.keys(seed.activity ?? {})]).toEqual([
      [second],
      [second],
    ]);
    expect(new Set(skipped)).toEqual(
      new Set([
        { kind: 'mockService', id: idOf(0), status },
        { kind: 'mockService', id: idOf(17), status },
        { kind: 'workspace', id: first, status },
        { kind: 'workspace', id: third, status },
      ]),
    );
    expect(progress.at(-1)).toEqual({ done: 33, total: 33 });
    expect(await readSeed(client)).toMatchObject({ workspaces: workspaces.slice(1) });
  });

  test.each(['listMockServices', 'listWorkspaces'] as const)('a 404 of %s is an error', async (failing) => {
    const { client } = service((operation) =>
      operation === failing ? new Response('', { status: 404 }) : undefined,
    );
    await expect(readSeed(client)).rejects.toMatchObject({ name: 'ApiError', operation: failing });
  });

  test.each(reads)('a failure of %s rejects, and aborts the other reads', async (failing) => {
    let aborted = 0;
    let calls = 0;
    const { client, requests } = service(async (operation, _id, signal) => {
      if (operation !== failing) return undefined;
      calls += 1;
      if (calls === 1) return new Response('', { status: 418 });
      signal.addEventListener('abort', () => (aborted += 1));
      return hang(signal);
    });
    await expect(readSeed(client, { activity: true })).rejects.toMatchObject({
      name: 'ApiError',
      operation: failing,
      status: 418,
    });
    const sent = requests.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([requests.length, aborted]).toEqual([sent, calls - 1]);
  });

  test.each(reads)('the signal ends a copy that hangs in %s', async (hanging) => {
    const stopping = new AbortController();
    const { client, requests } = service((operation, _id, signal) => {
      if (operation !== hanging) return undefined;
      queueMicrotask(() => stopping.abort('enough'));
      return hang(signal);
    });
    const failed = readSeed(client, { activity: true, signal: stopping.signal });
    const error = await failed.catch((reason: unknown) => reason);
    expect([isAbortError(error), (error as Error).cause]).toEqual([true, 'enough']);
    const sent = requests.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(requests).toHaveLength(sent);
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  test('an aborted signal sends nothing', async () => {
    const { client, requests } = service();
    const failed = readSeed(client, { signal: AbortSignal.abort('before') });
    await expect(failed).rejects.toMatchObject({ name: 'AbortError', cause: 'before' });
    expect(requests).toEqual([]);
  });

  test('validation applies to each read', async () => {
    const odd = { ...configurationOf(workspaces[0]?.id ?? ''), title: 7 };
    const { client } = service((operation) =>
      operation === 'getWorkspaceConfiguration' ? Response.json({ data: odd }) : undefined,
    );
    await expect(readSeed(client)).rejects.toMatchObject({ name: 'ValidationError' });
    const { configurations } = await readSeed(client, { validation: 'off' });
    expect(Object.values(configurations)).toEqual([odd, odd, odd]);
  });

  test.each([
    [{ activty: true }, 'Unknown option `activty`. Did you mean `activity`?'],
    [{ activity: 'all' }, 'options.activity: expected a boolean or a list of workspace ids, received "all".'],
    [
      { activity: [idOf(77)] },
      `options.activity: expected ids of workspaces that the service lists, received "${idOf(77)}".`,
    ],
  ])('the options %j are a TypeError', async (options, message) => {
    const failed = readSeed(service().client, options as object);
    await expect(failed).rejects.toThrow(new TypeError(message));
  });
});
