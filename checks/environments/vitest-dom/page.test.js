import { createFakeServer } from '@mock-services/fake-server';
import { createClient } from '@mock-services/sdk';
import axios from 'axios';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { input } from './input.mjs';

const baseUrl = 'https://mocks.example.com/api'; // another origin than the page's
const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };

const server = setupServer();
server.listen();

let fake;
beforeEach(() => {
  fake = createFakeServer({ baseUrl });
  server.use(...fake.handlers);
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
});
afterEach(() => fake.journal.assertClean());

const withFetch = (method, url, body) => fetch(url, { method, headers, body, credentials: 'include' });
const withAxios = (method, url, data) =>
  axios({ method, url, headers, data, withCredentials: true, validateStatus: null });

test.each(Object.entries({ withFetch, withAxios }))('%s reaches the handlers', async (_name, send) => {
  expect((await send('GET', `${baseUrl}/configuration/mock-services`)).status).toBe(503);
  expect((await send('POST', `${baseUrl}/configuration/mock-service`, JSON.stringify(input))).status).toBe(
    201,
  );
  const [{ id }] = fake.mockServices.list();
  expect((await send('DELETE', `${baseUrl}/configuration/mock-services/${id}`)).status).toBe(200);
});

test('the client reaches the handlers', async () => {
  const { mockServices } = createClient({ baseUrl, token: 't', maxRetries: 0 });
  await expect(mockServices.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  const { id } = await mockServices.create(input);
  expect(await mockServices.list()).toMatchObject([{ id, title: input.title }]);
  await mockServices.delete(id);
});
