/** Tests the differences between `createHandler` and `serve`. A handler can only return a `Response`. */
import { createFakeServer, createHandler, createWorlds, demoSeed } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { input } from '../support/samples.ts';
import { postOf } from '../support/wire.ts';
import { errorWith } from '../support/failure.ts';

const list = 'https://mock-services.test/configuration/workspaces';

/** Creates a POST request whose body is a stream. */
function streaming(body: ReadableStream, headers: Record<string, string> = {}): Request {
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return new Request(list, init);
}

test('`createHandler` and `createWorlds` warn of each unknown option, and of no other', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const create = () => createFakeServer();
  createHandler(create(), { admin: true, corsOrigin: '*', requiredToken: 'hunter2', maxBodyBytes: 9 });
  createWorlds({ create, baseUrl: 'https://a.test', storage: undefined, max: 1, idle: 1, maxBodyBytes: 9 });
  expect(warn).not.toHaveBeenCalled();
  const misspelled = { token: 'hunter2', idel: '1h', create, maxBodyBytes: 9 };
  createHandler(create(), misspelled);
  createWorlds(misspelled);
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringMatching(/^createHandler: unknown option `token`\./),
    expect.stringMatching(/^createHandler: unknown option `idel`\./),
    expect.stringMatching(/^createHandler: unknown option `create`\./),
    expect.stringMatching(/^createWorlds: unknown option `token`\./),
    expect.stringMatching(/^createWorlds: unknown option `idel`\./),
  ]);
});

test.each([-1, 1.5, Number.NaN])('the `maxBodyBytes` option rejects %s', (maxBodyBytes) => {
  expect(() => createHandler(createFakeServer({ seed: demoSeed() }), { maxBodyBytes })).toThrow(
    errorWith('invalid-option'),
  );
  expect(() => createHandler(createFakeServer({ seed: demoSeed() }), { maxBodyBytes })).toThrow(
    'maxBodyBytes',
  );
});

test('the `maxBodyBytes` option accepts Infinity', async () => {
  const handler = createHandler(createFakeServer({ seed: demoSeed() }), {
    maxBodyBytes: Number.POSITIVE_INFINITY,
  });
  expect((await handler(new Request(list, { method: 'POST', body: 'x' }))).status).toBe(405);
});

test('if the stream of a request body fails, the request fails and is not recorded', async () => {
  const fake = createFakeServer({ seed: demoSeed() });
  const handler = createHandler(fake);
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('gone')) });
  const response = await handler(streaming(body));
  await expect(response.text()).rejects.toThrow('terminated');
  expect(fake.journal.entries()).toEqual([]);
});

test('a request with an excessive Content-Length gets 413, and its body is not read', async () => {
  const body = new ReadableStream(
    { pull: () => expect.unreachable('the body was read') },
    { highWaterMark: 0 },
  );
  const handler = createHandler(createFakeServer({ seed: demoSeed() }), { maxBodyBytes: 2 });
  const response = await handler(streaming(body, { 'content-length': '3' }));
  expect(response.status).toBe(413);
});

test('responses have no CORS headers without the `corsOrigin` option', async () => {
  const { headers } = await createHandler(createFakeServer({ seed: demoSeed() }))(new Request(list));
  expect([...headers.keys()].toSorted()).toEqual(['content-length', 'content-type', 'date']);
});

test('a handler responds with 500 and the reason if the fake server throws', async () => {
  let time = 0;
  const handler = createHandler(createFakeServer({ seed: demoSeed(), clock: () => time }), { admin: true });
  time = Number.NaN;
  const response = await handler(new Request('https://mock-services.test/__fake/clock.now'));
  expect([response.status, await response.json()]).toMatchObject([
    500,
    { detail: expect.stringContaining('NaN') as string },
  ]);
});

describe('a fault that ends the connection', () => {
  test('a fault that resets the connection causes a 500 with an unreadable body', async () => {
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation: 'listWorkspaces', reset: true });
    const response = await createHandler(fake)(new Request(list));
    expect(response.status).toBe(500);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('a truncated response body fails after the given number of bytes', async () => {
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation: 'listWorkspaces', truncated: 5 });
    const response = await createHandler(fake)(new Request(list));
    expect([response.status, Number(response.headers.get('content-length'))]).toEqual([
      200,
      expect.closeTo(600, -2),
    ]);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"dat');
    await expect(reader?.read()).rejects.toThrow('terminated');
  });
});

/** Stubs `FixedLengthStream`, a global class of Cloudflare Workers, until the end of the current test. */
function inWorkers(): { readonly lengths: readonly number[] } {
  const lengths: number[] = [];
  class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
    constructor(length: number) {
      super();
      lengths.push(length);
    }
  }
  vi.stubGlobal('FixedLengthStream', FixedLengthStream);
  onTestFinished(() => void vi.unstubAllGlobals());
  return { lengths };
}

describe('in Workers', () => {
  test('in Workers, a failing response body has a fixed length and is not compressed', async () => {
    const { lengths } = inWorkers();
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation: 'listWorkspaces', truncated: 5 });
    fake.faults.add({ operation: 'listWorkspaces', reset: true, times: 1 });
    const handler = createHandler(fake);
    for (const status of [500, 200]) {
      const response = await handler(new Request(list));
      expect([response.status, response.headers.get('content-encoding')]).toEqual([status, 'identity']);
      await expect(response.text()).rejects.toThrow('terminated');
    }
    expect(lengths).toEqual([1, expect.closeTo(600, -2)]);
  });

  test('in Workers, a truncated response body has the number of bytes given in the fault', async () => {
    inWorkers();
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation: 'listWorkspaces', truncated: 5 });
    const reader = (await createHandler(fake)(new Request(list))).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"dat');
    await expect(reader?.read()).rejects.toThrow('terminated');
  });

  test('in Workers, a request with a body gets a normal response', async () => {
    inWorkers();
    const url = 'https://mock-services.test/configuration/mock-service';
    const response = await createHandler(createFakeServer({ seed: demoSeed() }))(
      new Request(url, postOf(input())),
    );
    expect(response.status).toBe(201);
  });

  test('in Workers, removing a fault that makes a response hang clears its timer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    inWorkers();
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation: 'listWorkspaces', hang: true });
    const response = createHandler(fake)(new Request(list));
    await vi.waitUntil(() => vi.getTimerCount() === 1);
    fake.faults.clear();
    expect((await response).status).toBe(500);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('in Workers, the body of a rejected request is read to avoid a connection reset', async () => {
    inWorkers();
    const handler = createHandler(createFakeServer({ seed: demoSeed() }), { maxBodyBytes: 2 });
    for (const [status, headers] of [
      [413, {}],
      [403, { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      let read = 0;
      const body = new ReadableStream({
        pull: (stream) => {
          read += 1;
          if (read > 9) stream.close();
          else stream.enqueue(Uint8Array.of(32));
        },
      });
      expect((await handler(streaming(body, headers))).status).toBe(status);
      expect(read).toBe(10);
    }
  });
});
