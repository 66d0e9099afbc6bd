/** Faults of the network and the service, on real sockets. */
import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { faults, type Fault, respond, startFaultServer, startRefusing } from '../support/fault-server.ts';
import { aMockService, anInput, mockServiceId } from '../support/fixtures.ts';

const lost = { name: 'NetworkError', attempts: 2 };
/** The test aborts the call when the server has received the request. */
const abort = { name: 'AbortError', cause: 'enough', attempts: 1 };
const expectations: Readonly<Record<keyof typeof faults, object>> = {
  'connection reset before the headers': lost,
  'connection reset in the body': { ...lost, status: 200 },
  'body shorter than content-length': { ...lost, status: 200 },
  'broken chunking': { ...lost, status: 200 },
  'corrupt gzip': { ...lost, status: 200 },
  'hang before the headers': abort,
  'hang in the body': abort,
};

const named = Object.entries(faults) as [keyof typeof faults, Fault][];

describe.concurrent.each(named)('%s', (name, fault) => {
  test.each(['GET', 'POST'])(
    'a %s ends with the documented error after the documented attempts',
    async (method) => {
      const controller = new AbortController();
      const { signal } = controller;
      const isAborted = expectations[name] === abort;
      await using server = await startFaultServer(fault, () => {
        if (isAborted) controller.abort('enough');
      });
      const { mockServices } = createClient({
        baseUrl: `${server.origin}/api`,
        timeout: 60_000,
        maxRetries: 1,
      });
      const call =
        method === 'GET'
          ? mockServices.get(mockServiceId, { signal })
          : mockServices.create(anInput(), { signal });
      const expected = { ...expectations[name], ...(method === 'POST' && { attempts: 1 }) };
      expect(await failureOf(call)).toMatchObject({ ...expected, mayHaveBeenApplied: method === 'POST' });
      expect(server.requests).toHaveLength(method === 'POST' || isAborted ? 1 : 2);
    },
  );
});

const temporary = named.filter(([name]) => expectations[name] !== abort);
test.concurrent.each(temporary)('a retry succeeds if this fault occurs once: %s', async (_, fault) => {
  const body = JSON.stringify({ data: aMockService() });
  await using server = await startFaultServer((socket, request, count, origin) =>
    count === 1 ? fault(socket, request, count, origin) : respond(socket, 200, '', body),
  );
  const { mockServices } = createClient({ baseUrl: server.origin });
  await expect(mockServices.get(mockServiceId)).resolves.toEqual(aMockService());
});

test.each([
  ['a refused connection', 'ECONNREFUSED'],
  ['an unknown host', 'ENOTFOUND|EAI_AGAIN'],
])('%s is retried, and the error says that nothing was sent', async (name, code) => {
  await using server = await startRefusing();
  const baseUrl = name === 'an unknown host' ? 'http://nowhere.invalid' : server.origin;
  const { mockServices } = createClient({ baseUrl, maxRetries: 1 });
  const error = await failureOf(mockServices.delete(mockServiceId));
  expect(error).toMatchObject({ name: 'NetworkError', attempts: 2, mayHaveBeenApplied: false });
  expect(error.message).toMatch(new RegExp(code));
});
