/** Tests `fake.handlers` in a test environment that checks CORS like a browser. */
import { createFakeServer, type FakeServer } from '@mock-services/fake-server';
import { createClient } from '@mock-services/sdk';
import axios from 'axios';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mockServicePath, mockServicesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';

const baseUrl = 'https://mocks.example.com/api';
const requiredToken = 'secret';

export type Send = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; data: unknown }>;

const headers = { 'content-type': 'application/json', authorization: `Bearer ${requiredToken}` };

const withFetch: Send = async (method, path, body) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, data: text === '' ? '' : JSON.parse(text) };
};

const withAxios: Send = (method, path, body) =>
  axios.request({
    withCredentials: true,
    method,
    url: baseUrl + path,
    headers,
    data: body,
    validateStatus: () => true,
  });

export function crossOriginSuite(environment: string): void {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as object));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  const startFake = (): FakeServer => {
    const fake = createFakeServer({ baseUrl, requiredToken });
    server.use(...fake.handlers);
    return fake;
  };

  describe(`fake.handlers in ${environment}`, () => {
    test('the page has another origin than the fake server', () => {
      expect(location.origin).not.toBe(new URL(baseUrl).origin);
    });

    test.each([
      ['fetch', withFetch],
      ['axios', withAxios],
    ])('%s can send and read every kind of request, and the journal stays clean', async (_, send) => {
      const fake = startFake();
      const created = await send('POST', mockServicePath, input());
      expect(created.status).toBe(201);
      const { id } = created.data as { id: string };
      expect(await send('PUT', `${mockServicePath}/${id}`, { data: input({ title: 'b' }) })).toMatchObject({
        status: 200,
        data: { data: { title: 'b' } },
      });
      expect(await send('GET', mockServicesPath)).toMatchObject({ status: 200, data: { data: [{ id }] } });
      expect((await send('DELETE', `${mockServicesPath}/${id}`)).status).toBe(200);
      expect(await send('GET', `${mockServicePath}/${id}`)).toMatchObject({
        status: 404,
        data: { status: 404 },
      });
      fake.journal.assertClean();
    });

    test('the client can send and read every kind of request, and the journal stays clean', async () => {
      const fake = startFake();
      const { mockServices } = createClient({ baseUrl, token: requiredToken, maxRetries: 0 });
      const { id } = await mockServices.create(input());
      expect(await mockServices.update(id, input({ title: 'b' }))).toMatchObject({ title: 'b' });
      expect(await mockServices.list()).toMatchObject([{ id }]);
      await mockServices.delete(id);
      await expect(mockServices.get(id)).rejects.toMatchObject({ name: 'ApiError', status: 404 });
      fake.journal.assertClean();
    });

    test('the client can call `fake.fetch`, with a signal and without', async () => {
      const fake = createFakeServer({ baseUrl, requiredToken });
      const client = createClient({ baseUrl, token: requiredToken, fetch: fake.fetch });
      const { id } = await client.mockServices.create(input());
      const { signal } = new AbortController();
      expect(await client.mockServices.list({ signal })).toMatchObject([{ id }]);
      fake.journal.assertClean();
    });

    test('the client can read errors and headers that a fault sets', async () => {
      const fake = startFake();
      fake.faults.add({
        operation: 'listWorkspaces',
        status: 503,
        headers: { 'retry-after': '0' },
        times: 1,
      });
      const { attempts } = await createClient({ baseUrl, token: requiredToken })
        .workspaces.list()
        .withResponse();
      expect(attempts).toBe(2);
    });
  });
}
