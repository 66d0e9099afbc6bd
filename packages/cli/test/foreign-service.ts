/** A service that conforms to the interface, and differs from the fake server wherever the interface permits that. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityEntry, MockServiceConfig, MockServiceInput } from '@mock-services/sdk';
import { onTestFinished } from 'vitest';
import { config, type Ended, idOf, run, type RunOptions } from './support.ts';

interface Stored extends MockServiceInput {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** An additional field, which changes with each update. */
  readonly revision: number;
}

export interface ForeignService {
  readonly url: string;
  /** By id, in lower case. */
  readonly stored: Map<string, Stored>;
  readonly log: ActivityEntry[];
  /** Method and path of each request. */
  readonly requests: string[];
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
}

export const workspaceId = idOf(0xfa);

/** The time format of databases that print an offset. */
const now = () => new Date().toISOString().replace('Z', '+00:00');

/** Log entries that differ from the interface may have no id. */
function upperCase<Item extends { readonly id: string }>(item: Item): Item {
  const { id }: { readonly id?: unknown } = Object(item) as object;
  return typeof id === 'string' ? { ...item, id: id.toUpperCase() } : item;
}

/** Stores values in another form than it received. */
function normalized(given: MockServiceConfig, revision: number): MockServiceConfig {
  const { cors, upstreams } = given;
  return {
    ...given,
    cors: {
      ...cors,
      allowedMethods: cors.allowedMethods.map((method) => method.toUpperCase()),
      allowedOrigins: cors.allowedOrigins.toSorted(),
    },
    upstreams: upstreams.map((upstream) => ({
      weight: 1,
      ...upstream,
      url: upstream.url.replace(/\/$/, ''),
    })),
    revision,
  } as MockServiceConfig;
}

/**
 * Each path responds with 429 to every third request. Lists take `listDelay` milliseconds. Ids are in upper case in lists,
 * but only in every other read of a log, as if two servers responded.
 */
export async function foreignService(
  titles: readonly string[] = [],
  listDelay = 50,
): Promise<ForeignService> {
  const stored = new Map<string, Stored>();
  const log: ActivityEntry[] = [];
  const requests: string[] = [];

  const put = (id: string, input: MockServiceInput): Stored => {
    const { createdAt = now(), revision = 0 } = stored.get(id) ?? {};
    const { type } = input;
    const one = {
      id,
      type,
      title: input.title.trim(),
      createdAt,
      updatedAt: now(),
      revision: revision + 1,
      config: normalized(input.config, revision + 1),
    };
    stored.set(id, one);
    return one;
  };
  for (const title of titles) put(randomUUID(), { type: 'REST', title, config: config() });

  const workspace = {
    id: workspaceId,
    name: 'Checkout',
    createdAt: now(),
    expiresAt: '2126-01-01T00:00:00+00:00',
    region: 'eu',
  };
  let logReads = 0;
  const answer = async (method: string, path: string, request: IncomingMessage): Promise<unknown> => {
    const [, area = '', kind = '', rawId = '', part = ''] = path.split('/');
    const id = rawId.toLowerCase();
    const list = async (items: readonly { readonly id: string }[], isLowerCase = false) => {
      await sleep(listDelay);
      return { data: isLowerCase ? items : items.map(upperCase), meta: { total: items.length } };
    };
    const found = stored.get(id);
    switch (`${method} /${area}/${kind}`) {
      case 'GET /configuration/mock-services':
        return list(Array.from(stored.values(), ({ config: _config, ...summary }) => summary));
      case 'GET /configuration/mock-service':
        return found && { data: found };
      case 'POST /configuration/mock-service': {
        const created = put(randomUUID(), (await json(request)) as MockServiceInput);
        return { id: created.id, location: `/configuration/mock-service/${created.id}` };
      }
      case 'PUT /configuration/mock-service': {
        const { data } = (await json(request)) as { data: MockServiceInput };
        return found && { data: put(id, data) };
      }
      case 'DELETE /configuration/mock-services':
        return stored.delete(id) ? { deleted: true } : undefined;
      case 'GET /configuration/workspaces':
        return list([workspace]);
      case 'GET /configuration/workspace': {
        const { createdAt } = workspace;
        const own = {
          id,
          type: 'REST',
          title: 'Checkout',
          createdAt,
          updatedAt: createdAt,
          config: config(),
        };
        return { data: own };
      }
      default:
        // The path is /workspace/:workspaceId/activity.
        if (area !== 'workspace' || rawId !== 'activity' || part !== '') return undefined;
        if (method === 'GET') return list(log, (logReads += 1) % 2 === 0);
        log.length = 0;
        return { cleared: true };
    }
  };

  const seen = new Map<string, number>();
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    const count = (seen.get(`${method} ${url}`) ?? 0) + 1;
    seen.set(`${method} ${url}`, count);
    const isLimited = count % 3 === 0;
    const body = isLimited ? undefined : await answer(method, url, request);
    const status = isLimited ? 429 : body === undefined ? 404 : method === 'POST' ? 201 : 200;
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      ...(isLimited && { 'retry-after': '0' }),
    });
    response.end(JSON.stringify(body ?? { message: isLimited ? 'Too many requests' : 'Not found' }));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stored, log, requests, run: (args, options) => run(['--url', url, ...args], options) };
}
