/** The nine operations, and what a client does beyond them. */
import type { MockServiceInput } from '@mock-services/sdk';
import { isApiError, isValidationError } from '@mock-services/sdk';
import { equal, rejection, type Checks } from './check.ts';
import type { World } from './world.ts';

const config: MockServiceInput['config'] = {
  cors: { allowedOrigins: ['shop.example.com'], allowedMethods: ['GET'], allowedHeaders: [] },
  defaultResponseHeaders: { 'x-flag': true },
  upstreams: [{ name: 'production', url: 'https://payments.example.com' }],
};

export const input: MockServiceInput = { type: 'REST', title: 'Zahlungen – 支払い 💶', config };

/** Where `Symbol.asyncDispose` is missing, the packages use a registered symbol. */
const asyncDispose: typeof Symbol.asyncDispose =
  (Symbol as Partial<SymbolConstructor>).asyncDispose ??
  (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);

/** The workspace of the sample data that has a log. */
export async function firstWorkspace({ client }: World): Promise<string> {
  const [workspace] = await client().workspaces.list();
  if (workspace === undefined) throw new Error('the sample data has no workspace');
  return workspace.id;
}

export const calls: Checks<World> = {
  'mock services are listed': async ({ client }) => {
    equal((await client().mockServices.list()).length, 5);
  },
  'a mock service is created and read': async ({ client }) => {
    const { mockServices } = client();
    const { id } = await mockServices.create(input);
    const { type, title, config: stored } = await mockServices.get(id);
    equal({ type, title, config: stored }, input);
  },
  'a mock service is replaced': async ({ client }) => {
    const { mockServices } = client();
    const { id } = await mockServices.create(input);
    equal((await mockServices.update(id, { ...input, title: 'Orders' })).title, 'Orders');
  },
  'a mock service is modified': async ({ client }) => {
    const { mockServices } = client();
    const { id } = await mockServices.create(input);
    const changed = await mockServices.modify(id, (service) => ({ ...service, title: 'Renamed' }));
    equal(changed.title, 'Renamed');
  },
  'a mock service is deleted, and reading it gives a 404': async ({ client }) => {
    const { mockServices } = client();
    const { id } = await mockServices.create(input);
    equal(await mockServices.delete(id), undefined);
    const { status, body } = await rejection(mockServices.get(id), isApiError);
    equal({ status, problem: (body as { status: number }).status }, { status: 404, problem: 404 });
  },
  'a temporary mock service is disposed of': async ({ client }) => {
    const { mockServices } = client();
    const temporary = await mockServices.createTemporary(input);
    await temporary[asyncDispose]();
    equal((await rejection(mockServices.get(temporary.id), isApiError)).status, 404);
  },
  'workspaces are listed': async ({ client }) => {
    equal((await client().workspaces.list()).length, 4);
  },
  'the configuration of a workspace is read': async (world) => {
    const { type } = await world.client().workspaces.getConfiguration(await firstWorkspace(world));
    equal(type, 'REST');
  },
  'a log is read': async (world) => {
    equal((await world.client().activity.list(await firstWorkspace(world))).length, 18);
  },
  'a log is cleared': async (world) => {
    const { activity } = world.client();
    const id = await firstWorkspace(world);
    equal(await activity.clear(id), undefined);
    equal(await activity.list(id), []);
  },
  'status, headers and attempts come with a response': async ({ client }) => {
    const { response, attempts } = await client().mockServices.list().withResponse();
    const type = response.headers.get('content-type');
    equal([response.status, attempts, type], [200, 1, 'application/json']);
  },
  'twenty calls at once succeed': async ({ client }) => {
    const { mockServices } = client();
    const created = await Promise.all(Array.from({ length: 20 }, () => mockServices.create(input)));
    equal(new Set(created.map(({ id }) => id)).size, 20);
  },
  'an invalid input is refused with its paths, and nothing is sent': async (world) => {
    const wrong = { ...input, title: 7 as unknown as string };
    const { side, issues } = await rejection(world.client().mockServices.create(wrong), isValidationError);
    equal([side, issues.map(({ path }) => path)], ['request', ['title']]);
    equal(await world.received('createMockService'), 0);
  },
};
