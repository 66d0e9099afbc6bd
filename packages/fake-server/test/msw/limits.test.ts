import { createFakeServer } from '@mock-services/fake-server/core';
import { createFakeServer as createWithHandlers, createWorlds } from '@mock-services/fake-server';
import { getResponse } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { input } from '../support/samples.ts';
import { errorWith } from '../support/failure.ts';

const path = '/configuration/mock-service';
const headers = { 'content-type': 'application/json' };
const body = JSON.stringify(input({ title: 'ä' }));
const { length } = new TextEncoder().encode(body);

describe('a request body through fetch and handlers', () => {
  test.each([
    [length, 201],
    [length - 1, 413],
  ])(
    'with a limit of %i bytes, a request through fetch or MSW handlers gets %i',
    async (maxBodyBytes, status) => {
      const fake = createWithHandlers({ maxBodyBytes });
      const worlds = createWorlds({ create: () => createWithHandlers(), maxBodyBytes });
      for (const { baseUrl, fetch, handlers } of [fake, worlds]) {
        const url = baseUrl + path;
        expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(status);
        const handled = await getResponse(handlers, new Request(url, { method: 'POST', headers, body }));
        expect(handled?.status).toBe(status);
      }
      for (const { mockServices } of [fake, worlds.get('default')])
        expect(mockServices.list()).toHaveLength(status === 201 ? 2 : 0);
    },
  );

  test('if the stream of a request body fails, the request fails and is not recorded', async () => {
    const fake = createWithHandlers();
    const broken = (): RequestInit => {
      const stream = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
      return { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
    };
    const url = fake.baseUrl + path;
    await expect(fake.fetch(url, broken())).rejects.toThrow(new TypeError('fetch failed'));
    const handled = await getResponse(fake.handlers, new Request(url, broken()));
    expect(handled?.type).toBe('error');
    expect(fake.journal.entries()).toEqual([]);
  });

  test.each([length, length - 1])(
    'without `Request.body`, as in Firefox, a request body is limited to %i bytes',
    async (maxBodyBytes) => {
      vi.spyOn(Request.prototype, 'body', 'get').mockReturnValue(undefined as never);
      onTestFinished(() => void vi.restoreAllMocks());
      const fake = createFakeServer({ maxBodyBytes });
      const { status } = await fake.fetch(fake.baseUrl + path, { method: 'POST', headers, body });
      expect(status).toBe(maxBodyBytes === length ? 201 : 413);
      expect((await fake.fetch(`${fake.baseUrl}/configuration/workspaces`)).status).toBe(200);
    },
  );

  test.each([0, -1, 1.5, Number.NaN, '1'])(
    'the `maxBodyBytes` option rejects the value %s',
    (maxBodyBytes) => {
      expect(() => createFakeServer({ maxBodyBytes: maxBodyBytes as number })).toThrow(
        errorWith('invalid-option'),
      );
    },
  );
});

test('fetch and MSW handlers return a 500 if the fake server throws', async () => {
  let time = 5000;
  const fake = createWithHandlers({ clock: () => time });
  time = Number.NaN;
  const url = `${fake.baseUrl}/configuration/workspaces`;
  expect((await fake.fetch(url)).status).toBe(500);
  const handled = await getResponse(fake.handlers, new Request(url));
  expect(handled?.status).toBe(500);
  expect(await handled?.json()).toMatchObject({ title: 'Internal Server Error' });
});
