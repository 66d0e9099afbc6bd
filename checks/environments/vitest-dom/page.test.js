import { createFakeServer } from '@mock-services/fake-server';
import { createClient } from '@mock-services/sdk';
import axios from 'axios';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { input } from './input.mjs';

const baseUrl = 'https://mocks.example.com/api'; // another origin than the page's
const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };

const server = setupServer();
beforeAll(() => server.listen());
afterAll(() => server.close());

let fake;
beforeEach(() => {
  fake = createFakeServer({ baseUrl });
  server.use(...fake.handlers);
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
});
afterEach(() => fake.journal.assertClean());

const callers = {
  fetch: (method, url, body) =>
    fetch(url, { method, headers, credentials: 'include', ...(body && { body: JSON.stringify(body) }) }),
  axios: (method, url, data) =>
    axios({ method, url, headers, data, withCredentials: true, validateStatus: null }),
};

test.each(Object.entries(callers))('%s reaches the handlers', async (_name, call) => {
  const send = async (...args) => (await call(...args)).status;
  expect(await send('GET', `${baseUrl}/configuration/mock-services`)).toBe(503);
  expect(await send('POST', `${baseUrl}/configuration/mock-service`, input)).toBe(201);
  const [{ id, title }] = fake.mockServices.list();
  expect(title).toBe(input.title);
  expect(await send('DELETE', `${baseUrl}/configuration/mock-services/${id}`)).toBe(200);
  expect(fake.journal.entries().map(({ status }) => status)).toEqual([503, 201, 200]);
});

test('the client reaches the handlers', async () => {
  const { mockServices } = createClient({ baseUrl, token: 't', maxRetries: 0 });
  await expect(mockServices.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  const { id } = await mockServices.create(input);
  await mockServices.modify(id, (old) => ({ ...old, title: 'New' }));
  expect(await mockServices.list()).toMatchObject([{ id, title: 'New' }]);
  await mockServices.delete(id);
});
