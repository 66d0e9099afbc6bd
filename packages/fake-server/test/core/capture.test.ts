import { FixtureError, createFakeServer, OptionError } from '@mock-services/fake-server/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idOf, workspace } from '../support/samples.ts';

const id = idOf(1);
const seed = { workspaces: [workspace(1)] };
const text = (base64: string): string => Buffer.from(base64, 'base64').toString();

/** A fetch that answers with what it is given, and the log of a workspace it is recorded in. */
function capturing(response: () => Response, maxBodyBytes?: number) {
  let time = 0;
  const fake = createFakeServer({ seed, clock: () => time });
  const answer = (): Promise<Response> => {
    time += 25;
    return Promise.resolve(response());
  };
  return { fake, recorded: fake.activity.capture(id, answer, { maxBodyBytes }) };
}

describe('a captured fetch', () => {
  test('records what was exchanged, and returns the response untouched', async () => {
    const headers = { 'content-type': 'text/plain', etag: '"1"' };
    const { fake, recorded } = capturing(() => new Response('found', { status: 203, headers }));
    const response = await recorded('https://shop.example:8443/a?b=1', { method: 'POST', body: 'sent' });
    const [entry] = fake.activity.list(id);
    expect(entry?.request).toMatchObject({
      hostname: 'shop.example',
      port: 8443,
      path: '/a?b=1',
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    });
    expect(text(entry?.request.bodyBase64Encoded ?? '')).toBe('sent');
    expect(entry?.response).toMatchObject({ statusCode: 203, headers, responseTimeMs: 25 });
    expect(text(entry?.response.bodyBase64Encoded ?? '')).toBe('found');
    expect(await response.text()).toBe('found');
  });

  test('records no credentials', async () => {
    const { fake, recorded } = capturing(
      () => new Response(null, { headers: { 'set-cookie': 'a=hunter2' } }),
    );
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

  test('records the beginning of a large body alone', async () => {
    const { fake, recorded } = capturing(() => new Response('x'.repeat(100_000)), 10);
    const response = await recorded('https://a.example/', { method: 'PUT', body: 'y'.repeat(100_000) });
    const [entry] = fake.activity.list(id);
    expect(text(entry?.request.bodyBase64Encoded ?? '')).toBe('y'.repeat(10));
    expect(text(entry?.response.bodyBase64Encoded ?? '')).toBe('x'.repeat(10));
    expect((await response.text()).length).toBe(100_000);
  });

  test('does not wait for a stream of events to end', async () => {
    const body = new ReadableStream();
    const headers = { 'content-type': 'text/event-stream' };
    const { fake, recorded } = capturing(() => new Response(body, { headers }));
    await recorded('https://a.example/events');
    expect(fake.activity.list(id)).toHaveLength(1);
  });

  test('records nothing of an exchange that fails', async () => {
    const fake = createFakeServer({ seed });
    const recorded = fake.activity.capture(id, () => Promise.reject(new TypeError('fetch failed')));
    await expect(recorded('https://a.example/', { method: 'POST', body: 'x' })).rejects.toThrow(
      'fetch failed',
    );
    expect(fake.activity.list(id)).toEqual([]);
  });

  test('takes the fake server itself for its fetch', async () => {
    const fake = createFakeServer({ seed });
    const recorded = fake.activity.capture(id, fake.fetch);
    await recorded(`${fake.baseUrl}/configuration/workspaces`);
    expect(fake.activity.list(id)[0]?.response.statusCode).toBe(200);
  });

  test('needs a workspace and a size', () => {
    const fake = createFakeServer({ seed });
    expect(() => fake.activity.capture(idOf(9), fetch)).toThrow(FixtureError);
    expect(() => fake.activity.capture(id, fetch, { maxBodyBytes: -1 })).toThrow(
      new OptionError('maxBodyBytes', 'whole number of bytes', -1),
    );
  });
});

describe('a captured fetch whose body breaks', () => {
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
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);

  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
  });

  /** Unhandled rejections are reported once all that follows from them has run. */
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i += 1) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  };

  test('on its way there fails as fetch does, and leaves no unhandled rejection', async () => {
    const fake = createFakeServer({ seed });
    const sends = async (request: Request): Promise<Response> => {
      await request.text();
      return new Response();
    };
    const recorded = fake.activity.capture(id, (input) => sends(input as Request));
    const init = { method: 'POST', body: breaking(), duplex: 'half' };
    await expect(recorded('https://a.example/', init)).rejects.toThrow('body broke');
    await settle();
    expect(unhandled).toEqual([]);
    expect(fake.activity.list(id)).toEqual([]);
  });

  test.each([65_536, 3, 0])(
    'on its way there but not read is recorded as far as it came: %i',
    async (maxBodyBytes) => {
      const { fake, recorded } = capturing(() => new Response('found'), maxBodyBytes);
      const init = { method: 'POST', body: breaking(), duplex: 'half' };
      expect((await recorded('https://a.example/', init)).status).toBe(200);
      await settle();
      expect(unhandled).toEqual([]);
      expect(text(fake.activity.list(id)[0]?.request.bodyBase64Encoded ?? '')).toBe(
        'begun'.slice(0, maxBodyBytes),
      );
    },
  );

  test.each([65_536, 3, 0])('on its way back leaves the error to who reads it: %i', async (maxBodyBytes) => {
    const { fake, recorded } = capturing(() => new Response(breaking()), maxBodyBytes);
    const response = await recorded('https://a.example/');
    await expect(response.text()).rejects.toThrow('body broke');
    await settle();
    expect(unhandled).toEqual([]);
    expect(fake.activity.list(id)).toMatchObject([{ response: { statusCode: 200 } }]);
  });
});
