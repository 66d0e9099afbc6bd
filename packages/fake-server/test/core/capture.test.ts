/** Tests `activity.capture`, which wraps a `fetch` function and records each exchange in an activity log. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idOf, workspace } from '../support/samples.ts';
import { workspacesPath } from '../support/paths.ts';
import { errorWith } from '../support/failure.ts';

const id = idOf(1);
const seed = { workspaces: [workspace(1)] };
const decoded = (base64 = ''): string => Buffer.from(base64, 'base64').toString();

/**
 * Returns a captured `fetch` function. It resolves to the given response after 25 ms on the clock of the fake server.
 */
function capturing(response: () => Response, maxBodyBytes?: number, timeout?: number) {
  let time = 0;
  const fake = createFakeServer({ seed, clock: () => time });
  const answer = (): Promise<Response> => {
    time += 25;
    return Promise.resolve(response());
  };
  return { fake, recorded: fake.activity.capture(id, answer, { maxBodyBytes, timeout }) };
}

describe('activity.capture', () => {
  test('`activity.capture` records the exchange and leaves the response body unread', async () => {
    const headers = { 'content-type': 'text/plain', etag: '"1"' };
    const { fake, recorded } = capturing(() => new Response('found', { status: 203, headers }));
    const response = await recorded('https://shop.example:8443/a?b=1', { method: 'POST', body: 'sent' });
    const [entry] = fake.activity.list(id);
    expect(entry).toMatchObject({
      request: {
        hostname: 'shop.example',
        port: 8443,
        path: '/a?b=1',
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
      },
      response: { statusCode: 203, headers, responseTimeMs: 25 },
    });
    expect(decoded(entry?.request.bodyBase64Encoded)).toBe('sent');
    expect(decoded(entry?.response.bodyBase64Encoded)).toBe('found');
    expect(await response.text()).toBe('found');
  });

  test('`activity.capture` does not record credentials', async () => {
    const cookie = { 'set-cookie': 'a=hunter2' };
    const { fake, recorded } = capturing(() => new Response(null, { headers: cookie }));
    const headers = {
      authorization: 'Bearer hunter2',
      'X-API-Key': 'hunter2',
      cookie: 'hunter2',
      accept: '*/*',
    };
    await recorded('https://a.example/?access_token=hunter2&page=1', { headers });
    const entries = JSON.stringify(fake.activity.list(id));
    expect(entries).not.toContain('hunter2');
    expect(entries).toContain('page=1');
    expect(entries).toContain('"accept":"*/*"');
  });

  test('`activity.capture` records only the first `maxBodyBytes` bytes of a body', async () => {
    const { fake, recorded } = capturing(() => new Response('x'.repeat(100_000)), 10);
    const response = await recorded('https://a.example/', { method: 'PUT', body: 'y'.repeat(100_000) });
    const [entry] = fake.activity.list(id);
    expect(decoded(entry?.request.bodyBase64Encoded)).toBe('y'.repeat(10));
    expect(decoded(entry?.response.bodyBase64Encoded)).toBe('x'.repeat(10));
    expect((await response.text()).length).toBe(100_000);
  });

  test('`activity.capture` does not wait for the end of an event stream', async () => {
    const headers = { 'content-type': 'text/event-stream' };
    const { fake, recorded } = capturing(() => new Response(new ReadableStream(), { headers }));
    await recorded('https://a.example/events');
    expect(fake.activity.list(id)).toHaveLength(1);
  });

  test('`activity.capture` returns an endless response and records its bytes until the timeout', async () => {
    let end = (): void => {};
    const endless = new ReadableStream({
      start: (stream) => {
        for (const line of ['{"a":1}\n', '{"a":2}\n']) stream.enqueue(new TextEncoder().encode(line));
        end = () => stream.close();
      },
    });
    const headers = { 'content-type': 'application/x-ndjson' };
    const { fake, recorded } = capturing(() => new Response(endless, { headers }), undefined, 20);
    const response = await recorded('https://a.example/log');
    const lines = '{"a":1}\n{"a":2}\n';
    expect(decoded(fake.activity.list(id)[0]?.response.bodyBase64Encoded)).toBe(lines);
    end();
    expect(await response.text()).toBe(lines);
  });

  test('`activity.capture` records the bytes of an endless request body until the timeout', async () => {
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('sent')) });
    const { fake, recorded } = capturing(() => new Response('found'), undefined, 20);
    await recorded('https://a.example/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    const [entry] = fake.activity.list(id);
    expect(decoded(entry?.request.bodyBase64Encoded)).toBe('sent');
    expect(decoded(entry?.response.bodyBase64Encoded)).toBe('found');
  });

  test('`activity.capture` records nothing if the request fails', async () => {
    const fake = createFakeServer({ seed });
    const recorded = fake.activity.capture(id, () => Promise.reject(new TypeError('fetch failed')));
    const init = { method: 'POST', body: 'x' };
    await expect(recorded('https://a.example/', init)).rejects.toThrow('fetch failed');
    expect(fake.activity.list(id)).toEqual([]);
  });

  test('`activity.capture` can wrap the `fetch` of the fake server itself', async () => {
    const fake = createFakeServer({ seed });
    await fake.activity.capture(id, fake.fetch)(fake.baseUrl + workspacesPath);
    expect(fake.activity.list(id)[0]?.response.statusCode).toBe(200);
  });

  test('`activity.capture` rejects a negative `maxBodyBytes`', () => {
    expect(() => createFakeServer({ seed }).activity.capture(id, fetch, { maxBodyBytes: -1 })).toThrow(
      errorWith('invalid-option'),
    );
  });

  test('`activity.capture` rejects a negative timeout', () => {
    const { activity } = createFakeServer({ seed });
    expect(() => activity.capture(id, fetch, { timeout: -1 })).toThrow('The option timeout must be');
  });
});

describe('activity.capture with a failing body', () => {
  const breaking = (): ReadableStream<Uint8Array> => {
    let begun = false;
    return new ReadableStream({
      pull: (stream) => {
        if (begun) stream.error(new Error('body broke'));
        else stream.enqueue(new TextEncoder().encode('begun'));
        begun = true;
      },
    });
  };
  const post = () => ({ method: 'POST', body: breaking(), duplex: 'half' });
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);

  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => void process.off('unhandledRejection', note));

  /** Waits for as long as Node needs to report an unhandled rejection. */
  async function expectNoUnhandledRejection(): Promise<void> {
    for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  }

  test('a captured `fetch` rejects if the request body fails, and records nothing', async () => {
    const fake = createFakeServer({ seed });
    const sends = async (request: Request): Promise<Response> => {
      await request.text();
      return new Response();
    };
    const recorded = fake.activity.capture(id, (input) => sends(input as Request));
    await expect(recorded('https://a.example/', post())).rejects.toThrow('body broke');
    await expectNoUnhandledRejection();
    expect(fake.activity.list(id)).toEqual([]);
  });

  test.each([65_536, 3, 0])(
    '`activity.capture` records the beginning of a failing response body (maxBodyBytes: %i)',
    async (max) => {
      const { fake, recorded } = capturing(() => new Response('found'), max);
      expect((await recorded('https://a.example/', post())).status).toBe(200);
      await expectNoUnhandledRejection();
      expect(decoded(fake.activity.list(id)[0]?.request.bodyBase64Encoded)).toBe('begun'.slice(0, max));
    },
  );

  test.each([65_536, 3, 0])(
    'reading a captured response rejects if its body fails (maxBodyBytes: %i)',
    async (max) => {
      const { fake, recorded } = capturing(() => new Response(breaking()), max);
      const response = await recorded('https://a.example/');
      await expect(response.text()).rejects.toThrow('body broke');
      await expectNoUnhandledRejection();
      expect(fake.activity.list(id)).toMatchObject([{ response: { statusCode: 200 } }]);
    },
  );
});
