import { createClient, isMockServicesError, type MockServicesError } from '@mock-services/sdk';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  budgetsFor,
  type Fault,
  type FaultServer,
  faults,
  startFaultServer,
  startRefusing,
} from '../support/fault-server.ts';
import { type OperationCase, operationCases } from '../support/operations.ts';

/** How a fault ends, and whether it is worth another attempt where a request may be repeated. */
interface Expected {
  readonly error: 'ApiError' | 'NetworkError' | 'ParseError' | 'TimeoutError' | 'ValidationError';
  readonly repeated?: true;
  /** An operation that promises no body has nothing to find wrong with it. */
  readonly needsBody?: true;
  /** Requests of one call that only reads, where a redirect is followed. */
  readonly hops?: number;
}

const cut: Expected = { error: 'NetworkError', repeated: true };
const late: Expected = { error: 'TimeoutError' };
const refused: Expected = { error: 'ApiError' };
const transient: Expected = { error: 'ApiError', repeated: true };

const expectations: Readonly<Record<keyof typeof faults, Expected>> = {
  'connection reset before the headers': cut,
  'connection reset in the body': cut,
  'stall before the headers': late,
  'stall in the body': late,
  'slow drip': late,
  'body shorter than content-length': cut,
  'broken chunking': cut,
  'corrupt gzip': cut,
  '100-continue that nobody asked for': cut,
  'HTML with 200': { error: 'ParseError', needsBody: true },
  'empty 200': { error: 'ParseError', needsBody: true },
  '204 without a body': { error: 'ParseError', needsBody: true },
  'JSON null': { error: 'ValidationError', needsBody: true },
  '1 MB of nested arrays': { error: 'ValidationError', needsBody: true },
  '429 with Retry-After in seconds': transient,
  '429 with Retry-After as a date': transient,
  '429 with Retry-After beyond the budget': refused,
  '429 with an unreadable Retry-After': transient,
  '429 without Retry-After': transient,
  '500 with an HTML body': transient,
  '503 for ever': transient,
  '403 with a JSON body': refused,
  'redirect to another origin': refused,
  'redirect in a loop': { error: 'ApiError', hops: 20 },
};

async function failureOf(call: Promise<unknown>): Promise<MockServicesError | undefined> {
  try {
    await call;
  } catch (error) {
    if (isMockServicesError(error)) return error;
    throw new Error('a foreign error escaped', { cause: error });
  }
  return undefined;
}

const entries = Object.entries(faults) as [keyof typeof faults, Fault][];

describe.concurrent.each(entries)('%s', (name, fault) => {
  const { error, repeated, needsBody, hops } = expectations[name];
  const budgets = budgetsFor(name);

  describe.each(operationCases)('$operation', (operation) => {
    const { call, method } = operation;
    const fails = !needsBody || operation.received !== undefined;
    const reads = method === 'GET';

    test('by default', async () => {
      await using server = await startFaultServer(fault);
      const failure = await failureOf(call(createClient({ baseUrl: server.origin, ...budgets })));

      const requests = repeated && method !== 'POST' ? 3 : reads ? (hops ?? 1) : 1;
      expect(failure?.name).toBe(fails ? error : undefined);
      expect(server.requests).toHaveLength(requests);
      expect(failure?.attempts ?? requests).toBe(requests);
      expect(failure?.operation ?? operation.operation).toBe(operation.operation);
      expect(failure?.method ?? method).toBe(method);
      expect(failure?.url ?? server.origin + operation.path).toBe(server.origin + operation.path);
    });

    test('with maxRetries: 0', async () => {
      await using server = await startFaultServer(fault);
      const failure = await failureOf(
        call(createClient({ baseUrl: server.origin, ...budgets }), { maxRetries: 0 }),
      );

      expect(failure?.name).toBe(fails ? error : undefined);
      expect(server.requests).toHaveLength(reads ? (hops ?? 1) : 1);
      expect(failure?.attempts ?? 1).toBe(fails ? server.requests.length : 1);
    });

    test('when the caller aborts', async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      // The request is on the wire, and the fault follows once the abort has had its turn.
      const afterAbort: Fault = async (...received) => {
        await sleep(20);
        await fault(...received);
      };
      await using server = await startFaultServer(afterAbort, () => {
        controller.abort(reason);
      });
      const failure = await failureOf(
        call(createClient({ baseUrl: server.origin, ...budgets }), { signal: controller.signal }),
      );

      expect(failure).toMatchObject({ name: 'AbortError', cause: reason, attempts: 1 });
      expect(server.requests).toHaveLength(1);
    });
  });
});

let refusing: FaultServer;
beforeAll(async () => {
  refusing = await startRefusing();
});
afterAll(() => refusing[Symbol.asyncDispose]());

/** Origins that no request can reach. */
const unreachable: readonly (readonly [string, () => string, string])[] = [
  ['connection refused', () => refusing.origin, 'ECONNREFUSED'],
  ['unknown host', () => 'http://nowhere.invalid', 'ENOTFOUND'],
];

describe.concurrent.each(unreachable)('%s', (_, origin, code) => {
  describe.each(operationCases)('$operation', (operation) => {
    const { call, method } = operation;

    test.each([
      ['by default', {}, method === 'POST' ? 1 : 3],
      ['with maxRetries: 0', { maxRetries: 0 }, 1],
    ])('%s', async (_, options, attempts) => {
      const baseUrl = origin();
      const failure = await failureOf(call(createClient({ baseUrl, ...budgetsFor('none') }), options));
      expect(failure).toMatchObject({ name: 'NetworkError', attempts, url: baseUrl + operation.path });
      expect(failure?.message).toContain(new URL(baseUrl).host);
      expect(failure?.message).toMatch(code === 'ENOTFOUND' ? /ENOTFOUND|EAI_AGAIN/ : code);
    });

    test('when the caller aborts', async () => {
      const controller = new AbortController();
      const client = createClient({
        baseUrl: origin(),
        onRequest: () => {
          controller.abort('enough');
        },
      });
      const failure = await failureOf(call(client, { signal: controller.signal }));
      expect(failure).toMatchObject({ name: 'AbortError', cause: 'enough' });
    });
  });
});

/** What a person reads in docs/: one operation for each method. */
const representatives = ['getMockService', 'updateMockService', 'deleteMockService', 'createMockService'];

test('the page in docs/ shows how every fault ends', async () => {
  const origins = unreachable.map(
    ([name, origin]) => [name, () => Promise.resolve({ origin: origin(), requests: [] })] as const,
  );
  const servers = entries.map(([name, fault]) => [name, () => startFaultServer(fault)] as const);
  const shown = operationCases.filter(({ operation }) => representatives.includes(operation));
  const order = ({ operation }: OperationCase) => representatives.indexOf(operation);
  const lines = await Promise.all(
    [...origins, ...servers].flatMap(([name, start]) =>
      shown
        .toSorted((a, b) => order(a) - order(b))
        .map(async ({ call, method }) => {
          const { origin, requests, ...server } = await start();
          const failure = await failureOf(call(createClient({ baseUrl: origin, ...budgetsFor(name) })));
          if (Symbol.asyncDispose in server) await server[Symbol.asyncDispose]();
          return `| ${name} | ${method} | ${requests.length} | ${outcomeOf(failure)} |`;
        }),
    ),
  );
  const page = new URL('../../../../docs/faults.md', import.meta.url).pathname;
  await expect(`${introduction}${lines.join('\n')}\n${belowTheClient}`).toMatchFileSnapshot(page);
});

function outcomeOf(failure: Error | undefined): string {
  if (!failure) return 'resolves';
  const message = failure.message.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4010').replace(/\s*\n\s*/g, ' ');
  return `\`${failure.name}\`: ${message.replace(/\(EAI_AGAIN\).*/, '(ENOTFOUND). The host name is unknown: is baseUrl right?')}`;
}

const introduction = `# What the client does under each fault

Written by \`packages/sdk/test/client/faults.test.ts\`, which provokes every fault on a raw TCP server, for every operation,
by default, with \`maxRetries: 0\` and with an abort by the caller. The rows show \`mockServices.get\`, \`update\`, \`delete\` and
\`create\`, with a \`timeout\` of 1,000 ms where one runs out. *Requests* are those that reached the wire.

| fault | method | requests | outcome |
| ----- | ------ | -------- | ------- |
`;

const belowTheClient = `
## What the runtime sends again

The client passes each request to \`fetch\` once, and \`attempts\` counts these. Below it, some runtimes send a request again on
their own, with the same headers and body, when a connection that an earlier request left open breaks before a response,
or after a 408 on one. The client cannot turn that off, and neither it nor its observers can see it. It was measured in
November 2026 with a server that counts requests, over HTTP/1.1 without TLS and with \`maxRetries: 0\`. The table
has the requests of one call on the wire, first with one idle connection, then with four.

| runtime | POST, broken connection | POST, 408 | GET, PUT and DELETE, broken connection |
| ------- | ----------------------- | --------- | -------------------------------------- |
| Node 24.21 (undici 7.29), edge-runtime 4.0 | 1 | 1 | 1 |
| workerd 1.20260426 | 1 | 1 | 1 |
| Bun 1.4.5 | 1 | 1 | 2, up to 5 |
| Deno 2.9.6 | 2, 2 | 1 | 2, 2 |
| Chromium 156 | 2, 3 | 2, 3 | 2, 3 |
| Firefox 153 (ESR) | 2, up to 5 | 1 | 2, up to 5; GET: 10, on a new connection too |
| WebKitGTK 2.50 | 1 | 1 | 2, up to 5 |

A POST on a new connection, after a 503, or whose response had begun was sent once by all of them; so was one in WebKitGTK,
which opened a connection for each. Other networks, HTTP/2 and other releases may differ. Where a second POST would do harm,
\`idempotencyKey\` sends a header that is the same in all of these requests. It helps if the service recognises it, which the
interface does not say (§4).
`;
