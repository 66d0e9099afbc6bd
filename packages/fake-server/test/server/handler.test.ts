/** What `createHandler` does in its own way: it can only return a Response. */
import { createFakeServer, createHandler, OptionError } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { input } from '../support/samples.ts';

const list = 'https://mock-services.test/configuration/workspaces';

test.each([-1, 1.5, Number.NaN])('maxBodyBytes cannot be %s', (maxBodyBytes) => {
  expect(() => createHandler(createFakeServer(), { maxBodyBytes })).toThrow(OptionError);
  expect(() => createHandler(createFakeServer(), { maxBodyBytes })).toThrow('maxBodyBytes');
});

test('maxBodyBytes may be Infinity', async () => {
  const handler = createHandler(createFakeServer(), { maxBodyBytes: Number.POSITIVE_INFINITY });
  expect((await handler(new Request(list, { method: 'POST', body: 'x' }))).status).toBe(405);
});

test('a request whose body breaks changes nothing, and its response breaks too', async () => {
  const fake = createFakeServer();
  const handler = createHandler(fake);
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('gone')) });
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
  const response = await handler(new Request(list, init));
  await expect(response.text()).rejects.toThrow('terminated');
  expect(fake.journal.entries).toEqual([]);
});

test('a body that is announced too long is rejected before it is read', async () => {
  const body = new ReadableStream(
    { pull: () => expect.unreachable('the body was read') },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-length': '3' },
    body,
    duplex: 'half',
  };
  const response = await createHandler(createFakeServer(), { maxBodyBytes: 2 })(new Request(list, init));
  expect(response.status).toBe(413);
});

test('without corsOrigin, no response says anything of origins', async () => {
  const { headers } = await createHandler(createFakeServer())(new Request(list));
  expect([...headers.keys()].toSorted()).toEqual(['content-length', 'content-type']);
});

test('a failure is a response with 500 that says why', async () => {
  let time = 0;
  const handler = createHandler(createFakeServer({ clock: () => time }), { admin: true });
  time = Number.NaN;
  const response = await handler(new Request('https://mock-services.test/__fake/clock'));
  expect([response.status, await response.json()]).toMatchObject([
    500,
    { detail: expect.stringContaining('NaN') as string },
  ]);
});

describe('a fault that breaks the connection', () => {
  test('breaks the body of a response that cannot be taken for a success', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', reset: true });
    const response = await createHandler(fake)(new Request(list));
    expect(response.status).toBe(500);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('breaks a body after the bytes that it lets through', async () => {
    const fake = createFakeServer();
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

/** Stands for Workers: their streams of a fixed length, as far as a handler uses them. */
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
  test('what breaks has a fixed length, and is not compressed on its way', async () => {
    const { lengths } = inWorkers();
    const fake = createFakeServer();
    fake.faults
      .add({ operation: 'listWorkspaces', reset: true, times: 1 })
      .add({ operation: 'listWorkspaces', truncated: 5 });
    const handler = createHandler(fake);
    for (const status of [500, 200]) {
      const response = await handler(new Request(list));
      expect([response.status, response.headers.get('content-encoding')]).toEqual([status, 'identity']);
      await expect(response.text()).rejects.toThrow('terminated');
    }
    expect(lengths).toEqual([1, expect.closeTo(600, -2)]);
  });

  test('a body that is cut short arrives as far as the fault says', async () => {
    inWorkers();
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', truncated: 5 });
    const reader = (await createHandler(fake)(new Request(list))).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"dat');
    await expect(reader?.read()).rejects.toThrow('terminated');
  });

  test('a request with a body gets the response of any other server', async () => {
    inWorkers();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(input());
    const url = 'https://mock-services.test/configuration/mock-service';
    const response = await createHandler(createFakeServer())(
      new Request(url, { method: 'POST', headers, body }),
    );
    expect(response.status).toBe(201);
  });

  test('a hanging response awaits something that can end', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    inWorkers();
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', hang: true });
    const response = createHandler(fake)(new Request(list));
    await vi.waitUntil(() => vi.getTimerCount() === 1);
    fake.faults.clear();
    expect((await response).status).toBe(500);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a body that is too long, or not wanted, is read to its end: its connection would be reset', async () => {
    inWorkers();
    const handler = createHandler(createFakeServer(), { maxBodyBytes: 2 });
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
      const init: RequestInit & { readonly duplex: 'half' } = {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      };
      expect((await handler(new Request(list, init))).status).toBe(status);
      expect(read).toBe(10);
    }
  });
});
