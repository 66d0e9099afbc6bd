import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, isApiError, isMockServicesError } from '@mock-services/sdk';
import { streamActivity, type StreamOptions } from '@mock-services/sdk/activity';
import { afterEach, describe, expect, test } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { workspaceId } from '../support/fixtures.ts';

const entries = Array.from({ length: 5 }, (_, index) =>
  anExchange({ id: idOf(index), response: { statusCode: 200 + index } }),
);
const log = JSON.stringify({ data: entries });

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server on a free port, and the requests that it received. */
async function startServer(listener: RequestListener) {
  const requests: string[] = [];
  let closed = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.on('close', () => {
      closed += 1;
    });
    listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  servers.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, closed: () => closed };
}

/** The statuses that a stream yields, and the error at its end. */
async function drain(url: string, options?: StreamOptions) {
  const statuses: number[] = [];
  try {
    const client = createClient({ baseUrl: url, token: 'secret-token', maxRetries: 1, totalTimeout: 5000 });
    for await (const { response } of streamActivity(client, workspaceId, options)) {
      statuses.push(response.statusCode);
    }
    return { statuses, error: undefined };
  } catch (error) {
    return { statuses, error };
  }
}

test('a Retry-After beyond the maxRetryAfter of the stream is not waited for', async () => {
  const server = await startServer((_, response) => {
    response.writeHead(503, { 'retry-after': '2' }).end();
  });
  const { error } = await drain(server.url, { maxRetryAfter: 1999 });
  expect(error).toMatchObject({ name: 'ApiError', retryAfterMs: 2000, attempts: 1 });
});

test('reads the entries with one request of the client', async () => {
  const server = await startServer((_, response) => {
    for (const half of [log.slice(0, 700), log.slice(700)]) response.write(half);
    response.end();
  });
  expect(await drain(server.url)).toEqual({ statuses: [200, 201, 202, 203, 204], error: undefined });
  expect(server.requests).toEqual([`GET /workspace/${workspaceId}/activity Bearer secret-token`]);
});

test('yields an entry before the rest arrives', async () => {
  let rest: (() => void) | undefined;
  const server = await startServer((_, response) => {
    response.write(`{"data":[${JSON.stringify(entries[0])},`);
    rest = () => response.end(`${JSON.stringify(entries[1])}]}`);
  });
  const stream = streamActivity(createClient({ baseUrl: server.url }), workspaceId);
  expect((await stream.next()).value?.response.statusCode).toBe(200);
  rest?.();
  expect((await stream.next()).value?.response.statusCode).toBe(201);
  expect((await stream.next()).done).toBe(true);
});

test('leaving the loop closes the connection', async () => {
  const server = await startServer((_, response) => {
    response.write(`{"data":[${JSON.stringify(entries[0])},`);
  });
  for await (const entry of streamActivity(createClient({ baseUrl: server.url }), workspaceId)) {
    expect(entry.id).toBe(entries[0]?.id);
    break;
  }
  await expect.poll(() => server.closed()).toBe(1);
});

describe('up to the response headers it is a call like any other', () => {
  test('it is retried after a 503', async () => {
    let first = true;
    const server = await startServer((_, response) => {
      response.statusCode = first ? 503 : 200;
      response.end(first ? 'busy' : log);
      first = false;
    });
    expect((await drain(server.url)).statuses).toHaveLength(5);
    expect(server.requests).toHaveLength(2);
  });

  test('a 404 is an ApiError with its body', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(404).end('{"why":"gone"}');
    });
    const { error } = await drain(server.url);
    expect(isApiError(error) && error.body).toEqual({ why: 'gone' });
  });

  test('an id that is not a UUID is not sent', async () => {
    const stream = streamActivity(createClient({ baseUrl: 'http://127.0.0.1:9' }), 'no-id');
    await expect(stream.next()).rejects.toMatchObject({ name: 'ValidationError', attempts: 0 });
  });
});

describe('a broken stream ends with an error of the client, after the entries that did arrive', () => {
  const whole = `{"data":[${entries
    .slice(0, 2)
    .map((entry) => JSON.stringify(entry))
    .join(',')}`;
  test.each([
    ['cut', (response: ServerResponse) => response.destroy(), 'NetworkError'],
    ['short', (response: ServerResponse) => response.end(), 'ParseError'],
    ['no JSON', (response: ServerResponse) => response.end(',nonsense]}'), 'ParseError'],
    ['no entry', (response: ServerResponse) => response.end(',{"id":1}]}'), 'ValidationError'],
  ] as const)('%s', async (_, end, name) => {
    const server = await startServer((_request, response) => {
      response.write(whole);
      setTimeout(() => {
        response.write(' ', () => end(response));
      }, 20);
    });
    const { statuses, error } = await drain(server.url);
    expect(statuses.length).toBeGreaterThanOrEqual(1);
    expect(error).toMatchObject({ name, operation: 'listActivity', method: 'GET', attempts: 1 });
    expect(isMockServicesError(error)).toBe(true);
    expect(JSON.stringify(error)).not.toContain('secret-token');
  });

  test('an HTML page is a ParseError, JSON of another shape a ValidationError', async () => {
    const page = await startServer((_, response) => response.end('<!doctype html>'));
    const { error } = await drain(page.url);
    expect(error).toMatchObject({ name: 'ParseError', status: 200 });
    expect((error as Error).message).toContain('the response is not JSON, or ends early, with status 200.');
    const list = await startServer((_, response) => response.end('[]'));
    expect((await drain(list.url)).error).toMatchObject({ name: 'ValidationError', side: 'response' });
  });

  test('a silence longer than timeout is a TimeoutError; a slow but steady log is not', async () => {
    const silent = await startServer((_, response) => {
      response.write(`${whole},`);
    });
    const { statuses, error } = await drain(silent.url, { timeout: 1000 });
    expect(statuses).toEqual([200, 201]);
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'attempt' });

    const steady = await startServer((_, response) => {
      const pieces = [...log.matchAll(/.{1,600}/gs)].map(([piece]) => piece);
      const timer = setInterval(() => {
        const piece = pieces.shift();
        if (piece !== undefined) return response.write(piece);
        clearInterval(timer);
        return response.end();
      }, 40);
    });
    expect((await drain(steady.url, { timeout: 5000 })).statuses).toHaveLength(5);
  });

  test('only a totalTimeout of the call itself limits the whole stream', async () => {
    const server = await startServer((_, response) => {
      response.write(`${whole},`);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    const { error } = await drain(server.url, { totalTimeout: 1000 });
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'total' });
    await expect.poll(() => server.closed()).toBe(1);
  });

  test('its connection is closed, even if no loop is left', async () => {
    const server = await startServer((_, response) => {
      response.write(whole);
    });
    const { chunks } = await createClient({ baseUrl: server.url }).activity.open(workspaceId, {
      timeout: 1000,
    });
    const source = chunks[Symbol.asyncIterator]();
    await source.next();
    await expect(source.next()).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => server.closed()).toBe(1);
  });

  test('an abort ends it with the reason, and closes the connection', async () => {
    const server = await startServer((_, response) => {
      response.write(`${whole},`);
    });
    const controller = new AbortController();
    const stream = streamActivity(createClient({ baseUrl: server.url }), workspaceId, {
      signal: controller.signal,
    });
    await stream.next();
    await stream.next();
    const rest = stream.next();
    controller.abort('enough');
    await expect(rest).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
    await expect.poll(() => server.closed()).toBe(1);
  });
});
