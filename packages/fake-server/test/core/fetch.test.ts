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

  test.each(['Request', 'TextEncoder'])('names the missing %s and jest-fixed-jsdom', async (name) => {
    vi.stubGlobal(name, undefined);
    await expect(fetch(url)).rejects.toThrow(
      new TypeError(
        `The fake server needs ${name}, which this environment does not have. jest-environment-jsdom hides Node's web APIs: use the environment jest-fixed-jsdom or node instead.`,
      ),
    );
  });

  test.each([
    ['a string', url],
    ['a URL', new URL(url)],
    ['a Request', new Request(url)],
  ])('accepts %s as its first argument', async (_, request) => {
    expect((await fetch(request)).status).toBe(200);
  });

  test('accepts a Request with options that override its properties', async () => {
    const request = new Request(creationUrl, postOf({}));
    expect((await fetch(request, postOf(input()))).status).toBe(201);
  });

  test('rejects a URL that is not absolute', async () => {
    await expect(fetch('/configuration/workspaces')).rejects.toThrow(TypeError);
  });

  test('responds to a request to another origin, and the journal has that origin and the query', async () => {
    const fake = createFakeServer();
    expect((await fake.fetch(`http://elsewhere:8080${workspacesPath}?a=%20b`)).status).toBe(200);
    await fake.fetch(fake.baseUrl + workspacesPath);
    expect(fake.journal.entries().map(({ request }) => request)).toMatchObject([
      { hostname: 'elsewhere', port: 8080, path: `${workspacesPath}?a=%20b` },
      { hostname: new URL(fake.baseUrl).hostname, port: 443, path: workspacesPath },
    ]);
  });
});

describe('an aborted or failed request of `fake.fetch`', () => {
  test('rejects without changing data if its signal is already aborted', async () => {
    const fake = createFakeServer();
    const before = fake.snapshot();
    const reason = new Error('enough');
    const init = { ...postOf(input()), signal: AbortSignal.abort(reason) };
    await expect(fake.fetch(creationUrl, init)).rejects.toBe(reason);
    expect(fake.snapshot()).toEqual(before);
  });

  test('rejects if the signal of its Request is aborted', async () => {
    const controller = new AbortController();
    const call = createFakeServer({ latency: '1h' }).fetch(new Request(url, { signal: controller.signal }));
    setImmediate(() => controller.abort('enough'));
    await expect(call).rejects.toBe('enough');
  });

  test('rejects if reading the request body fails', async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('disk on fire')) });
    await expect(fetch(creationUrl, streamed(body))).rejects.toMatchObject({
      name: 'TypeError',
      cause: new Error('disk on fire'),
    });
  });
});

describe('a response of `fake.fetch`', () => {
  test('has the request URL without its fragment, as has a clone', async () => {
    const response = await fetch(`${url}?page=1#top`);
    expect(response).toBeInstanceOf(Response);
    const clone = response.clone().clone();
    expect([response.url, clone.url]).toEqual([`${url}?page=1`, `${url}?page=1`]);
    expect(await clone.json()).toEqual(await response.json());
  });

  test('has no body if its status is 204', async () => {
    const status = 204;
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', status, body: 'text' });
    const response = await fake.fetch(url);
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  test('rejects with the same error cause as in Node if it is truncated', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', truncated: 5 });
    await expect((await fake.fetch(url)).text()).rejects.toMatchObject({
      message: 'terminated',
      cause: { code: 'ECONNRESET', message: 'read ECONNRESET' },
    });
  });

  test('has the same content through text(), json() and bytes(), and is read only once', async () => {
    const fake = createFakeServer({ seed: { mockServices: [{ title: 'Größe 🙂' }] } });
    const list = () => fake.fetch(fake.baseUrl + mockServicesPath);
    const response = await list();
    const text = await response.text();
    expect(text).toContain('"title":"Größe 🙂"');
    expect(await (await list()).json()).toEqual(JSON.parse(text));
    const bytes = await (await list()).bytes();
    expect(new TextDecoder().decode(bytes)).toBe(text);
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    expect(response.bodyUsed).toBe(true);
    await expect(response.json()).rejects.toThrow(TypeError);
    expect(() => response.clone()).toThrow(TypeError);
  });
});
