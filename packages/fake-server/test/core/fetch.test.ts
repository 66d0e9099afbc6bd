import { createFakeServer } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { input } from '../support/samples.ts';

const { fetch, baseUrl } = createFakeServer();
const url = `${baseUrl}/configuration/workspaces`;
const single = `${baseUrl}/configuration/mock-service`;
const post = { method: 'POST', headers: { 'content-type': 'application/json' } };

describe('fake.fetch', () => {
  test.each([
    ['a string', url],
    ['a URL', new URL(url)],
    ['a Request', new Request(url)],
  ])('accepts %s', async (_, request) => {
    expect((await fetch(request)).status).toBe(200);
  });

  test('accepts a Request with changes', async () => {
    const request = new Request(single, { ...post, body: '{}' });
    expect((await fetch(request, { ...post, body: JSON.stringify(input()) })).status).toBe(201);
  });

  test('resolves to a response with its URL, without the fragment', async () => {
    const response = await fetch(`${url}?page=1#top`);
    expect(response).toBeInstanceOf(Response);
    expect(response.url).toBe(`${url}?page=1`);
    expect(response.ok).toBe(true);
  });

  test.each(['/configuration/workspaces', 'https://', 'https://user:password@a.test/'])(
    'rejects %s as fetch does',
    async (bad) => {
      await expect(fetch(bad)).rejects.toThrow(TypeError);
    },
  );

  test('rejects with the reason of a signal that is already aborted, and does nothing', async () => {
    const fake = createFakeServer();
    const body = JSON.stringify(input());
    const reason = new Error('enough');
    const call = fake.fetch(single, { ...post, body, signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    expect(fake.clock.now()).toBe(createFakeServer().clock.now());
    await expect(fake.fetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  test('rejects with the reason of a signal that is aborted while the body is still being sent', async () => {
    const { signal, abort } = abortable();
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) });
    const call = fetch(single, { ...post, body, signal, duplex: 'half' } as RequestInit);
    queueMicrotask(() => abort('enough'));
    await expect(call).rejects.toBe('enough');
  });

  test('rejects with the reason of the signal of a Request', async () => {
    const fake = createFakeServer({ latency: '1h' });
    const { signal, abort } = abortable();
    const call = fake.fetch(new Request(url, { signal }));
    setImmediate(() => abort('enough'));
    await expect(call).rejects.toBe('enough');
  });

  test.each([204, 205, 304])(
    'resolves to a response without a body for %i, whatever a fault says',
    async (status) => {
      const fake = createFakeServer();
      fake.faults.add({ operation: 'listWorkspaces', status, body: 'text' });
      const response = await fake.fetch(url);
      expect([response.status, await response.text()]).toEqual([status, '']);
    },
  );

  test('has the cause that Node gives when a body breaks', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', truncated: 5 });
    await expect((await fake.fetch(url)).text()).rejects.toMatchObject({
      message: 'terminated',
      cause: { code: 'ECONNRESET', message: 'read ECONNRESET' },
    });
  });

  test('rejects at a timeout', async () => {
    const body = new ReadableStream({});
    const call = fetch(single, {
      ...post,
      body,
      signal: AbortSignal.timeout(5),
      duplex: 'half',
    } as RequestInit);
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('rejects when the body fails', async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('disk on fire')) });
    const call = fetch(single, { ...post, body, duplex: 'half' } as RequestInit);
    await expect(call).rejects.toMatchObject({ name: 'TypeError', cause: new Error('disk on fire') });
  });
});

function abortable(): { signal: AbortSignal; abort: (reason: unknown) => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
}

describe.each(['Catalogue', 'Größe 🙂'])('a response about %s that is read', (title) => {
  const fake = createFakeServer({ seed: {} });
  fake.mockServices.add({ title });
  const url = `${fake.baseUrl}/configuration/mock-services`;

  test('as text, JSON or bytes, or as a clone, is the same', async () => {
    const text = await (await fake.fetch(url)).text();
    expect(await (await fake.fetch(url)).json()).toEqual(JSON.parse(text));
    expect(text).toContain(`"title":"${title}"`);
    const bytes = await (await fake.fetch(url)).bytes();
    expect(new TextDecoder().decode(bytes)).toBe(text);
    const response = await fake.fetch(url);
    expect([await response.clone().text(), await response.text()]).toEqual([text, text]);
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  });

  test('partly or completely cannot be read again', async () => {
    const whole = await fake.fetch(url);
    await whole.text();
    expect(whole.bodyUsed).toBe(true);
    await expect(whole.json()).rejects.toThrow(TypeError);
    expect(() => whole.clone()).toThrow(TypeError);
    const part = await fake.fetch(url);
    await part.body?.getReader().read();
    await expect(part.text()).rejects.toThrow(TypeError);
  });
});
