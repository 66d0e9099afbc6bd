/** Tests that `fake.fetch` behaves like the global `fetch`. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { jsonHeaders, postOf } from '../support/wire.ts';

const { fetch, baseUrl } = createFakeServer();
const url = baseUrl + workspacesPath;
const creationUrl = baseUrl + mockServicePath;

/** Returns the options of a POST whose body is a stream. */
const streamed = (body: ReadableStream, signal?: AbortSignal) =>
  ({ method: 'POST', headers: jsonHeaders, body, signal, duplex: 'half' }) as RequestInit;

describe('fake.fetch', () => {
  afterEach(() => void vi.unstubAllGlobals());

  test.each(['Request', 'Response', 'TextEncoder', 'TextDecoder'])(
    '`fake.fetch` names the missing %s and jest-fixed-jsdom',
    async (name) => {
      vi.stubGlobal(name, undefined);
      await expect(fetch(url)).rejects.toThrow(
        new TypeError(
          `The fake server needs ${name}, which this environment does not have. jest-environment-jsdom hides Node's web APIs: use the environment jest-fixed-jsdom or node instead.`,
        ),
      );
    },
  );

  test.each([
    ['a string', url],
    ['a URL', new URL(url)],
    ['a Request', new Request(url)],
  ])('`fake.fetch` accepts %s as its first argument', async (_, request) => {
    expect((await fetch(request)).status).toBe(200);
  });

  test('`fake.fetch` accepts a Request with options that override its properties', async () => {
    const request = new Request(creationUrl, postOf({}));
    expect((await fetch(request, postOf(input()))).status).toBe(201);
  });

  test('the response of `fake.fetch` has the request URL without its fragment', async () => {
    const response = await fetch(`${url}?page=1#top`);
    expect(response).toBeInstanceOf(Response);
    expect([response.url, response.ok]).toEqual([`${url}?page=1`, true]);
    const clone = response.clone().clone();
    expect([clone.url, await clone.json()]).toEqual([`${url}?page=1`, await response.json()]);
  });

  test.each(['/configuration/workspaces', 'https://', 'https://user:password@a.test/'])(
    '`fake.fetch` rejects the URL %s with a TypeError',
    async (bad) => {
      await expect(fetch(bad)).rejects.toThrow(TypeError);
    },
  );

  test('`fake.fetch` rejects without changing data if its signal is already aborted', async () => {
    const fake = createFakeServer();
    const before = fake.snapshot();
    const reason = new Error('enough');
    const init = { ...postOf(input()), signal: AbortSignal.abort(reason) };
    await expect(fake.fetch(creationUrl, init)).rejects.toBe(reason);
    expect(fake.snapshot()).toEqual(before);
    await expect(fake.fetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  test('`fake.fetch` rejects if its signal is aborted while the body is being sent', async () => {
    const controller = new AbortController();
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) });
    const call = fetch(creationUrl, streamed(body, controller.signal));
    queueMicrotask(() => controller.abort('enough'));
    await expect(call).rejects.toBe('enough');
  });

  test('`fake.fetch` rejects if the signal of its Request is aborted', async () => {
    const controller = new AbortController();
    const call = createFakeServer({ latency: '1h' }).fetch(new Request(url, { signal: controller.signal }));
    setImmediate(() => controller.abort('enough'));
    await expect(call).rejects.toBe('enough');
  });

  test('`fake.fetch` rejects when its timeout signal fires', async () => {
    const call = fetch(creationUrl, streamed(new ReadableStream({}), AbortSignal.timeout(5)));
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('`fake.fetch` rejects if reading the request body fails', async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('disk on fire')) });
    await expect(fetch(creationUrl, streamed(body))).rejects.toMatchObject({
      name: 'TypeError',
      cause: new Error('disk on fire'),
    });
  });

  test.each([204, 205, 304])(
    '`fake.fetch` returns a response without a body for status %i',
    async (status) => {
      const fake = createFakeServer();
      fake.faults.add({ operation: 'listWorkspaces', status, body: 'text' });
      const response = await fake.fetch(url);
      expect([response.status, await response.text()]).toEqual([status, '']);
    },
  );

  test('reading a truncated response rejects with the same error cause as in Node', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', truncated: 5 });
    await expect((await fake.fetch(url)).text()).rejects.toMatchObject({
      message: 'terminated',
      cause: { code: 'ECONNRESET', message: 'read ECONNRESET' },
    });
  });
});

test('a request of `fake.fetch` to another origin is answered, and the journal has that origin', async () => {
  const fake = createFakeServer();
  expect((await fake.fetch(`http://elsewhere:8080${workspacesPath}`)).status).toBe(200);
  await fake.fetch(fake.baseUrl + workspacesPath);
  const origins = fake.journal.entries().map(({ request: { hostname, port } }) => `${hostname}:${port}`);
  expect(origins).toEqual(['elsewhere:8080', `${new URL(fake.baseUrl).hostname}:443`]);
});

describe.each(['Catalogue', 'Größe 🙂'])('a response with the title %s', (title) => {
  const fake = createFakeServer({ seed: {} });
  fake.mockServices.add({ title });
  const list = () => fake.fetch(fake.baseUrl + mockServicesPath);

  test('a response has the same content through text(), json(), bytes() and a clone', async () => {
    const text = await (await list()).text();
    expect(await (await list()).json()).toEqual(JSON.parse(text));
    expect(text).toContain(`"title":"${title}"`);
    const bytes = await (await list()).bytes();
    expect(new TextDecoder().decode(bytes)).toBe(text);
    const response = await list();
    expect([await response.clone().text(), await response.text()]).toEqual([text, text]);
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  });

  test('the body of a `fake.fetch` response cannot be read twice', async () => {
    const whole = await list();
    await whole.text();
    expect(whole.bodyUsed).toBe(true);
    await expect(whole.json()).rejects.toThrow(TypeError);
    expect(() => whole.clone()).toThrow(TypeError);
    const part = await list();
    await part.body?.getReader().read();
    await expect(part.text()).rejects.toThrow(TypeError);
  });
});
