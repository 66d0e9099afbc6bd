/** Tests the differences between `createHandler` and `serve`. A handler can only return a `Response`. */
import { createFakeServer, createHandler, createWorlds, demoSeed } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

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

test.each([
  ['options', { port: 0 }],
  ['the function', createFakeServer],
  ['nothing', undefined],
])('%s instead of a fake server is rejected', async (_, fake) => {
  const first = 'The first argument must be a fake server, such as `createFakeServer()`; got ';
  expect(() => createHandler(fake as never)).toThrow(first);
  await expect(serve(fake as never)).rejects.toThrow(first);
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
