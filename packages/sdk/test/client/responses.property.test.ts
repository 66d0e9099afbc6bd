import { createClient, isMockServicesError } from '@mock-services/sdk';
import { isActivityError } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzing, holds, textNear } from '../../../../tools/lib/near.ts';
import { aMockService, anEntry, aWorkspace, mockServiceId, workspaceId } from '../support/fixtures.ts';
import { operationCases, type OperationCase } from '../support/operations.ts';

const streaming: Pick<OperationCase, 'operation' | 'call'> = {
  operation: 'listActivity',
  call: async (client) => {
    for await (const entry of client.activity.stream(workspaceId)) JSON.stringify(entry);
  },
};

const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
const headers = fc.dictionary(
  fc.constantFrom('content-type', 'location', 'retry-after', 'content-length', 'x-odd', 'content-encoding'),
  fc.oneof(
    fc.constantFrom(
      'application/json',
      '0',
      '-1',
      '1e999',
      'Fri, 31 Dec 9999 23:59:59 GMT',
      '//',
      'http://[',
      'data:,x',
    ),
    fc.string({ unit: printable }),
  ),
  { maxKeys: 3 },
);
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: textNear(
      { data: [aMockService(), aMockService()] },
      { data: aMockService() },
      { id: mockServiceId },
      { data: [aWorkspace()] },
      { data: [anEntry(), anEntry()] },
      { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No such mock service.' },
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const status = fc.oneof(fc.constantFrom(200, 201, 404, 422), fc.integer({ min: 200, max: 599 }));

test('any HTTP response results in data or an SDK error that names the operation', fuzzing, async () => {
  const inputs = fc.record({
    call: fc.constantFrom(...operationCases, streaming),
    validation: fc.constantFrom('strict' as const, 'warn' as const, 'off' as const),
    status,
    headers,
    body,
  });
  await holds(inputs, async ({ call: { operation, call }, validation, status, headers, body }) => {
    const hasBody = ![204, 205, 304].includes(status);
    const fetch = () => Promise.resolve(new Response(hasBody ? body : null, { status, headers }));
    const options = { baseUrl: 'https://mocks.example', maxRetries: 0, onWarning: () => {} };
    const client = createClient({ ...options, fetch, validation });
    try {
      JSON.stringify(await call(client));
    } catch (error) {
      if (isActivityError(error)) return;
      if (!isMockServicesError(error)) throw error;
      expect(error.operation).toBe(operation);
      JSON.stringify(error);
    }
  });
});
