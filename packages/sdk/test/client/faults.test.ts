import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, isMockServicesError, type MockServicesError } from '@mock-services/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceGenerated } from '../../../../tools/lib/generated.ts';
import {
  timeLimitsFor,
  type Fault,
  type FaultServer,
  faults,
  startFaultServer,
  startRefusing,
} from '../support/fault-server.ts';
import { fourOperations } from '../support/operations.ts';

/** The outcome of a call under a fault. */
interface Expected {
  readonly error: 'ApiError' | 'NetworkError' | 'ParseError' | 'TimeoutError' | 'ValidationError';
  /** Whether idempotent requests are retried. */
  readonly retried?: true;
  /** Whether the call fails only if the operation returns a body. */
  readonly needsBody?: true;
  /** Number of requests of a GET that follows redirects. */
  readonly hops?: number;
}

const brokenOff: Expected = { error: 'NetworkError', retried: true };
const late: Expected = { error: 'TimeoutError' };
const refused: Expected = { error: 'ApiError' };
const transient: Expected = { error: 'ApiError', retried: true };

const expectations: Readonly<Record<keyof typeof faults, Expected>> = {
  'connection reset before the headers': brokenOff,
  'connection reset in the body': brokenOff,
  'stall before the headers': late,
  'stall in the body': late,
  'slow drip': late,
  'body shorter than content-length': brokenOff,
  'broken chunking': brokenOff,
  'corrupt gzip': brokenOff,
  'unsolicited 100-continue': brokenOff,
  'HTML with 200': { error: 'ParseError', needsBody: true },
  'empty 200': { error: 'ParseError', needsBody: true },
  '204 without a body': { error: 'ParseError', needsBody: true },
  'JSON null': { error: 'ValidationError', needsBody: true },
  '1 MB of nested arrays': { error: 'ValidationError', needsBody: true },
  '429 with Retry-After in seconds': transient,
  '429 with Retry-After as a date': transient,
  '429 with Retry-After beyond the limit': refused,
  '429 with an unreadable Retry-After': transient,
  '429 without Retry-After': transient,
  '500 with an HTML body': transient,
  '503 to every request': transient,
  '403 with a JSON body': refused,
  'redirect to another origin': refused,
  'redirect in a loop': { error: 'ApiError', hops: 20 },
};

/** Returns the error that a call rejects with, or `undefined` if the call resolves. */
async function endOf(call: Promise<unknown>): Promise<MockServicesError | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (isMockServicesError(error)) return error;
    throw new Error('The call rejected with an error that does not belong to the SDK.', { cause: error });
  }
}

const entries = Object.entries(faults) as [keyof typeof faults, Fault][];

describe.concurrent.each(entries)('under the fault "%s"', (name, fault) => {
  const { error, retried, needsBody, hops } = expectations[name];
  const timeLimits = timeLimitsFor(name);

  describe.each(fourOperations)('$operation', ({ call, method, operation, path, received }) => {
    const fails = !needsBody || received !== undefined;
    const once = method === 'GET' ? (hops ?? 1) : 1;

    test('a call to a faulty server ends with the expected error after the expected number of requests', async () => {
      await using server = await startFaultServer(fault);
      const failure = await endOf(call(createClient({ baseUrl: server.origin, ...timeLimits })));

      const attempts = retried && method !== 'POST' ? 3 : once;
      expect(server.requests).toHaveLength(attempts);
      const facts: unknown = expect.objectContaining({
        name: error,
        operation,
        method,
        url: server.origin + path,
        attempts,
      });
      expect(failure).toEqual(fails ? facts : undefined);
    });

    test('a call to a faulty server is not retried with maxRetries: 0', async () => {
      await using server = await startFaultServer(fault);
      const client = createClient({ baseUrl: server.origin, ...timeLimits });
      const failure = await endOf(call(client, { maxRetries: 0 }));

      expect(failure?.name).toBe(fails ? error : undefined);
      expect(server.requests).toHaveLength(once);
      expect(failure?.attempts).toBe(fails ? once : undefined);
    });

    test('a call to a faulty server ends with an AbortError if the caller aborts', async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const afterAbort: Fault = async (...received) => {
        await sleep(20);
        await fault(...received);
      };
      await using server = await startFaultServer(afterAbort, () => {
        controller.abort(reason);
      });
      const client = createClient({ baseUrl: server.origin, ...timeLimits });
      const failure = await endOf(call(client, { signal: controller.signal }));

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
const unreachable: readonly (readonly [name: string, origin: () => string, code: RegExp])[] = [
  ['connection refused', () => refusing.origin, /ECONNREFUSED/],
  ['unknown host', () => 'http://nowhere.invalid', /ENOTFOUND|EAI_AGAIN/],
];

describe.concurrent.each(unreachable)('with the fault "%s"', (_, origin, code) => {
  describe.each(fourOperations)('$operation', ({ call, method, path }) => {
    test.each([
      ['is retried unless it is a POST', {}, method === 'POST' ? 1 : 3],
      ['is not retried with maxRetries: 0', { maxRetries: 0 }, 1],
    ])('a call to an unreachable server %s', async (_, options, attempts) => {
      const baseUrl = origin();
      const failure = await endOf(call(createClient({ baseUrl, ...timeLimitsFor('none') }), options));
      expect(failure).toMatchObject({ name: 'NetworkError', attempts, url: baseUrl + path });
      expect(failure?.message).toContain(new URL(baseUrl).host);
      expect(failure?.message).toMatch(code);
    });

    test('a call to an unreachable server ends with an AbortError if the caller aborts', async () => {
      const controller = new AbortController();
      const onRequest = () => {
        controller.abort('enough');
      };
      const client = createClient({ baseUrl: origin(), onRequest });
      const failure = await endOf(call(client, { signal: controller.signal }));
      expect(failure).toMatchObject({ name: 'AbortError', cause: 'enough' });
    });
  });
});

describe('docs/faults.md', () => {
  const path = new URL('../../../../docs/faults.md', import.meta.url).pathname;

  test('the page docs/faults.md contains the current table of faults (`npx vitest -u` updates the page)', async () => {
    const origins = unreachable.map(
      ([name, origin]) => [name, () => Promise.resolve({ origin: origin(), requests: [] })] as const,
    );
    const servers = entries.map(([name, fault]) => [name, () => startFaultServer(fault)] as const);
    const rows = await Promise.all(
      [...origins, ...servers].flatMap(([name, start]) =>
        fourOperations.map(async ({ call, method }) => {
          const { origin, requests, ...server } = await start();
          const failure = await endOf(call(createClient({ baseUrl: origin, ...timeLimitsFor(name) })));
          if (Symbol.asyncDispose in server) await server[Symbol.asyncDispose]();
          return `| ${name} | ${method} | ${requests.length} | ${shown(failure)} |`;
        }),
      ),
    );
    const head = ['| fault | method | requests | outcome |', '| ----- | ------ | -------- | ------- |'];
    const table = [...head, ...rows].join('\n');
    const page = replaceGenerated(readFileSync(path, 'utf8'), { faults: table });
    await expect(page).toMatchFileSnapshot(path);
  });

  /** Formats the outcome of a call without the parts that vary between runs. */
  function shown(failure: Error | undefined): string {
    if (!failure) return 'resolves';
    const message = failure.message.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4010').replace(/\s*\n\s*/g, ' ');
    return `\`${failure.name}\`: ${message.replace(/\(EAI_AGAIN\).*/, '(ENOTFOUND). The host name is unknown. Check baseUrl.')}`;
  }
});
