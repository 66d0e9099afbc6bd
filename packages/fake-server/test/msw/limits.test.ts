/** Tests the option `maxBodyBytes` of `fetch` and MSW handlers. */
import { createFakeServer, createWorlds } from '@mock-services/fake-server';
import { getResponse } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mockServicePath as path } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { postOf } from '../support/wire.ts';

const post = postOf(input({ title: 'ä' }));
const { length } = new TextEncoder().encode(post.body);

describe('a request body through fetch and handlers', () => {
  test('is limited to `maxBodyBytes` through handlers', async () => {
    const fake = createFakeServer({ maxBodyBytes: length - 1 });
    const worlds = createWorlds({ create: () => createFakeServer(), maxBodyBytes: length - 1 });
    for (const { baseUrl, handlers } of [fake, worlds])
      expect((await getResponse(handlers, new Request(baseUrl + path, post)))?.status).toBe(413);
  });

  test.each([
    [length, 201],
    [length - 1, 413],
  ])('is limited to %i bytes without `Request.body`, as in Firefox', async (maxBodyBytes, status) => {
    vi.spyOn(Request.prototype, 'body', 'get').mockReturnValue(undefined as never);
    onTestFinished(() => void vi.restoreAllMocks());
    const fake = createFakeServer({ maxBodyBytes });
    expect((await fake.fetch(fake.baseUrl + path, post)).status).toBe(status);
    expect((await fake.fetch(`${fake.baseUrl}/configuration/workspaces`)).status).toBe(200);
  });
});
