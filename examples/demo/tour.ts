import { createClient, type Client, type MockServiceInput, type Workspace } from '@mock-services/sdk';
import { endpoints, expandPath } from '@mock-services/sdk/contract';
import { describeEntry } from './describe-entry.ts';
import { print } from './print.ts';

export interface TourOptions {
  readonly baseUrl: string;
  readonly token?: string | undefined;
  /** Whether the tour may create, update and delete a mock service. */
  readonly write: boolean;
  /** Whether the tour may clear the activity log of a workspace, which cannot be undone. */
  readonly mayClear: (workspaceId: string) => boolean;
}

export interface Tour {
  /** Calls the five operations that read. Resolves to the id of the workspace that was read, if there is one. */
  readonly read: () => Promise<string | undefined>;
  /** Calls the four operations that write, on a new mock service. */
  readonly write: (workspaceId: string | undefined) => Promise<void>;
}

const shownEntries = 12;

const draft: MockServiceInput = {
  type: 'REST',
  title: 'Demo: orders',
  config: {
    cors: { allowedOrigins: ['shop.example.com'], allowedMethods: ['GET', 'POST'], allowedHeaders: [] },
    defaultResponseHeaders: { 'x-mocked': true },
    upstreams: [{ name: 'orders', url: 'https://orders.example.com' }],
  },
};

export function createTour(options: TourOptions): Tour {
  const client = createClient({
    baseUrl: options.baseUrl,
    token: options.token,
    onResponse: ({ method, url, status, durationMs }) => {
      print.exchange(method, new URL(url).pathname, status, durationMs);
    },
  });
  return {
    read: () => read(client),
    write: (workspaceId) => write(client, options, workspaceId),
  };
}

async function read(client: Client): Promise<string | undefined> {
  print.step('List the workspaces', 'client.workspaces.list()');
  const workspaces = await client.workspaces.list();
  print.result(...workspaces.map((workspace) => `${workspace.name.padEnd(18)} ${timeLeft(workspace)}`));

  const [workspace] = workspaces;
  if (workspace) {
    print.step(
      `Read the configuration of “${workspace.name}”`,
      'client.workspaces.getConfiguration(workspaceId)',
    );
    const { title, type, config } = await client.workspaces.getConfiguration(workspace.id);
    print.result(`${title} (${type})`, `allows ${config.cors.allowedMethods.join(', ') || 'no methods'}`);

    print.step(`Read the activity log of “${workspace.name}”`, 'client.activity.list(workspaceId)');
    const entries = await client.activity.list(workspace.id);
    // Sort the entries, because the interface leaves the order of lists open.
    const newestFirst = entries.toSorted(
      (one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp),
    );
    print.result(`${entries.length} recorded exchanges, the newest first, with decoded bodies:`);
    for (const { headline, bodies } of newestFirst.slice(0, shownEntries).map(describeEntry)) {
      print.result(headline);
      print.detail(...bodies);
    }
    if (entries.length > shownEntries) print.result(`… and ${entries.length - shownEntries} more`);
  }

  print.step('List the mock services', 'client.mockServices.list()');
  const services = await client.mockServices.list();
  print.result(...services.map(({ id, type, title }) => `${id}  ${type.padEnd(5)} ${title}`));

  const [service] = services;
  if (service) {
    print.step(`Read “${service.title}”`, 'client.mockServices.get(id)');
    const { config } = await client.mockServices.get(service.id);
    print.result(...config.upstreams.map(({ name, url }) => `upstream ${name}: ${url}`));
  }
  return workspace?.id;
}

async function write(client: Client, options: TourOptions, workspaceId: string | undefined): Promise<void> {
  print.step('Create a mock service', 'client.mockServices.create(input)');
  const { id } = await client.mockServices.create(draft);
  print.result(`created ${id}`);
  let exists = true;
  try {
    print.step('Update it', 'client.mockServices.update(id, { ...input, title })');
    const updated = await client.mockServices.update(id, { ...draft, title: 'Demo: orders, renamed' });
    print.result(`${updated.title}, updated ${updated.updatedAt}`);
    exists = await mistake(client, options, id);
  } finally {
    // Deletes the mock service even if a step failed.
    if (exists) {
      print.step('Delete it with the client, which knows the path', 'client.mockServices.delete(id)');
      await client.mockServices.delete(id);
      print.result('deleted');
    }
  }

  if (workspaceId !== undefined && options.mayClear(workspaceId)) {
    print.step('Clear the activity log', 'client.activity.clear(workspaceId)');
    await client.activity.clear(workspaceId);
    print.result(`${(await client.activity.list(workspaceId)).length} entries are left`);
  } else {
    print.skipped(
      'clearing an activity log',
      'It cannot be undone. To clear the log of a workspace, pass --clear <workspaceId>.',
    );
  }
}

/**
 * Shows a mistake that the client prevents: a DELETE with the path that reads a mock service.
 *
 * @returns Whether the mock service still exists.
 */
async function mistake(client: Client, { baseUrl, token }: TourOptions, id: string): Promise<boolean> {
  const { method } = endpoints.deleteMockService;
  const path = expandPath('getMockService', { mockServiceId: id });
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  print.step(
    'Make a mistake on purpose: delete it with fetch, on the singular path',
    `fetch(…, { method: '${method}' })`,
  );
  const startedAt = performance.now();
  const response = await fetch(url, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  print.exchange(method, url.pathname, response.status, performance.now() - startedAt);
  print.result(`Allow: ${response.headers.get('allow') ?? 'missing'}`, ...readable(text));
  const services = await client.mockServices.list();
  const kept = services.some((service) => service.id === id);
  print.result(kept ? 'The mock service still exists.' : 'This service deleted it anyway.');
  return kept;
}

/** Returns title and detail of problem details, or the text of any other body. */
function readable(text: string): string[] {
  try {
    const { title, detail } = JSON.parse(text) as { title?: unknown; detail?: unknown };
    return [title, detail].filter((line) => typeof line === 'string').flatMap((line) => wrap(line));
  } catch {
    return wrap(text);
  }
}

function wrap(text: string): string[] {
  return (text.match(/.{1,90}(?:\s|$)/gs) ?? []).map((line) => line.trimEnd());
}

function timeLeft({ expiresAt }: Workspace): string {
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  return days < 0 ? `expired ${Math.ceil(-days)} days ago` : `expires in ${Math.ceil(days)} days`;
}
