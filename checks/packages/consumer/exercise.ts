/**
 * Calls the main functions of the packages. The caller passes the imported packages, so that each module system is
 * tested with its own import.
 */
import assert from 'node:assert/strict';
import type * as Root from '@mock-services/fake-server';
import type * as Conformance from '@mock-services/conformance';
import type * as Core from '@mock-services/fake-server/core';
import type * as Serving from '@mock-services/fake-server/node';
import type * as Sdk from '@mock-services/sdk';
import type * as Contract from '@mock-services/sdk/contract';
import type * as Msw from 'msw/node';

/** The entry points that do not need MSW. */
export interface CorePackages {
  readonly sdk: typeof Sdk;
  readonly contract: typeof Contract;
  readonly core: typeof Core;
  readonly conformance: typeof Conformance;
  readonly serving: typeof Serving;
}

const config: Sdk.MockServiceConfig = {
  cors: { allowedOrigins: ['shop.example.com'], allowedMethods: ['GET'], allowedHeaders: [] },
  defaultResponseHeaders: { 'x-flag': true },
  upstreams: [{ name: 'production', url: 'https://payments.example.com' }],
};

/** Calls the fake server through `fetch` and on a port, and runs the conformance suite against it. */
export async function exerciseCore(packages: CorePackages): Promise<void> {
  const { sdk, contract, core, conformance, serving } = packages;
  assert.deepEqual(Object.keys(contract.endpoints), contract.operationIds);
  const fake = core.createFakeServer({});
  fake.activity.record(fake.workspaces.add().id);
  await round(sdk, { baseUrl: fake.baseUrl, fetch: fake.fetch });
  await conform(conformance, fake);
  const running = await serving.serve(fake);
  try {
    await round(sdk, { baseUrl: running.url });
  } finally {
    await running.close();
  }
}

/** The MSW handlers respond to calls of the global `fetch`. */
export async function exerciseHandlers(sdk: typeof Sdk, root: typeof Root, msw: typeof Msw): Promise<void> {
  const fake = root.createFakeServer({});
  fake.activity.record(fake.workspaces.add().id);
  await round(sdk, { baseUrl: fake.baseUrl, fetch: fake.fetch });
  const server = msw.setupServer(...fake.handlers);
  server.listen();
  try {
    await round(sdk, { baseUrl: fake.baseUrl });
  } finally {
    server.close();
  }
}

/** Runs every conformance case, except those that clear a log. */
async function conform(conformance: typeof Conformance, { baseUrl, fetch }: Core.FakeServer): Promise<void> {
  const report = await conformance.runConformance({ baseUrl, fetch, allowWrites: true });
  assert.ok(report.ok, conformance.formatReport(report));
  assert.ok(report.passed > 0);
}

async function round(sdk: typeof Sdk, options: Sdk.ClientOptions): Promise<void> {
  const client = sdk.createClient({ ...options, maxRetries: 0 });
  const { id } = await client.mockServices.create({ type: 'REST', title: 'Payments', config });
  assert.equal((await client.mockServices.get(id)).title, 'Payments');
  const updated = await client.mockServices.update(id, { type: 'REST', title: 'Orders', config });
  assert.equal(updated.title, 'Orders');
  await client.mockServices.delete(id);
  await assert.rejects(client.mockServices.get(id), (error) => sdk.isApiError(error) && error.status === 404);
  const [workspace] = await client.workspaces.list();
  assert.ok(workspace);
  assert.ok((await client.activity.list(workspace.id)).length > 0);
}
