// Runs in many environments: what an application does with the client and the fake server on its first day.
import {
  createClient,
  isApiError,
  isNetworkError,
  isTimeoutError,
  isValidationError,
} from '@mock-services/sdk';
import { fromHar, redact, toCurl, toHar, waitForActivity } from '@mock-services/sdk/activity';
import { connectFake, createFakeServer, demoSeed } from '@mock-services/fake-server/core';
import { input } from './input.mjs';

/** Runs the checks against a new fake server and, if `url` is given, against the worlds of the fake server at that URL. */
export async function runScenario(url) {
  const fake = createFakeServer({ seed: demoSeed() });
  await checkClient(createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch }));
  await checkFailures(fake);
  if (url === undefined) return;
  await checkClient(createClient({ baseUrl: url }));
  await checkRemote(url);
}

/** Checks the operations against a service with the sample data. Another run may add mock services meanwhile. */
export async function checkClient({ mockServices, workspaces, activity }) {
  const { data, response, attempts } = await mockServices.list().withResponse();
  check('list', [data.length >= 5, response.status, attempts], [true, 200, 1]);
  const { id } = await mockServices.create(input);
  const { type, title, config } = await mockServices.get(id);
  check('create and get', { type, title, config }, input);
  check('update', (await mockServices.update(id, { ...input, title: 'Orders' })).title, 'Orders');
  check('modify', (await mockServices.modify(id, (old) => ({ ...old, title: 'New' }))).title, 'New');
  check('delete', await mockServices.delete(id), undefined);
  check('get after delete', (await failure(mockServices.get(id), isApiError)).status, 404);

  const [workspace] = await workspaces.list();
  check('configuration', (await workspaces.getConfiguration(workspace.id)).type, 'REST');
  const log = await activity.list(workspace.id);
  const [entry] = log;
  const { method, path } = entry.request;
  check('wait', (await waitForActivity({ activity }, workspace.id, { method, path })).id, entry.id);
  check('HAR', fromHar(toHar([entry], { includeCredentials: true }))[0].id, entry.id);
  check('curl', toCurl(redact([entry])[0]).startsWith('curl '), true);
}

async function checkFailures(fake) {
  const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, timeout: 1000 });
  const operation = 'listMockServices';
  fake.faults.add({ operation, status: 503, times: 2, headers: { 'retry-after': '0' } });
  check('retries', (await client.mockServices.list().withResponse()).attempts, 3);
  fake.faults.add({ operation, reset: true, times: 1 });
  check('reset', (await failure(client.mockServices.list({ maxRetries: 0 }), isNetworkError)).attempts, 1);
  fake.faults.add({ operation, body: { data: [{ id: 7 }] }, times: 1 });
  check('issue', (await failure(client.mockServices.list(), isValidationError)).issues[0].path, 'data[0].id');
  fake.faults.add({ operation, hang: true, times: 1 });
  check('hang', (await failure(client.mockServices.list(), isTimeoutError)).limit, 'timeout');
  const before = fake.snapshot();
  fake.mockServices.add();
  fake.restore(before);
  check('restore', (await client.mockServices.list()).length, 5);
}

/** Controls a world in another process. */
async function checkRemote(url) {
  const fake = connectFake(url, { world: `scenario-${Math.random().toString(36).slice(2)}` });
  const { mockServices } = createClient({ baseUrl: fake.baseUrl, maxRetries: 0 });
  const { id } = await fake.mockServices.add({ title: 'Größe 📦' });
  const fault = await fake.faults.add({ operation: 'getMockService', status: 503, times: 1 });
  check('fault', (await failure(mockServices.get(id), isApiError)).status, 503);
  const { params } = await fake.journal.waitFor({ operation: 'getMockService' });
  check('used', [params.mockServiceId, await fault.used()], [id, 1]);
  check('title', (await mockServices.get(id)).title, 'Größe 📦');
  await fake.assertClean();
  check('world', [await fake.deleteWorld(), await fake.deleteWorld()], [true, false]);
}

async function failure(call, guard) {
  const error = await call.then(
    () => 'no error',
    (reason) => reason,
  );
  if (guard(error)) return error;
  throw new Error(`${guard.name} does not accept ${String(error)}`);
}

function check(name, actual, expected) {
  const [received, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (received !== wanted) throw new Error(`${name}: expected ${wanted}, received ${received}`);
}
