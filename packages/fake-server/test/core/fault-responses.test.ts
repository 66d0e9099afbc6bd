/** Tests the responses of faults, and whether the requested operations take effect. */
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { fakeWithFaults } from '../support/faults.ts';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';
const list = '{"data":[]}';

function responseTo(fault: Partial<FaultOptions>, latency = 0) {
  const fake = createFakeServer({ seed: {}, latency });
  fake.faults.add({ operation, ...fault });
  return send(fake, 'GET', workspacesPath);
}

describe('the response of a fault', () => {
  const problemOf = (status: number) =>
    `{"type":"about:blank","status":${status},"detail":"The fake server injected this fault."}`;

  test.each<[Partial<FaultOptions>, number, string | undefined, string]>([
    [
      { notJson: true },
      200,
      'text/html; charset=utf-8',
      '<!doctype html>\n<title>Sign in</title>\n<p>This is not the requested resource.</p>\n',
    ],
    [{ body: 'text' }, 200, 'text/plain; charset=utf-8', 'text'],
    [{ body: null, status: 500 }, 500, 'application/json', 'null'],
    [{ status: 200 }, 200, undefined, ''],
    [{ status: 204 }, 204, undefined, ''],
    [{ status: 399 }, 399, undefined, ''],
    [{ status: 400 }, 400, 'application/problem+json', problemOf(400)],
    [{ status: 599 }, 599, 'application/problem+json', problemOf(599)],
    [{ contentType: 'text/csv' }, 200, 'text/csv', list],
    [{ notJson: false, headers: { 'Content-Type': 'a/b' } }, 200, 'a/b', list],
  ])(
    'the fault %j produces its status, content type and body without a delay',
    (fault, status, type, body) => {
      const headers = type === undefined ? {} : { 'content-type': type };
      expect(responseTo(fault)).toEqual({ status, headers, body, fault: undefined });
    },
  );

  test('a fault response has the default headers and its own, in lower case', () => {
    const headers = { 'Retry-After': '3' };
    expect(responseTo({ status: 429, headers }).headers).toEqual({
      'content-type': 'application/problem+json',
      'retry-after': '3',
    });
    expect(responseTo({ headers, contentType: 'text/csv' })).toMatchObject({
      headers: { 'content-type': 'text/csv', 'retry-after': '3' },
      body: list,
    });
  });

  test.each<[Partial<FaultOptions>, unknown]>([
    [{ truncated: true }, 5],
    [{ truncated: 0 }, 0],
    [{ truncated: 10 }, 10],
    [{ truncated: 11 }, 10],
    [{ truncated: true, body: '' }, 0],
    [{ truncated: true, body: 'äöü' }, 3],
    [{ truncated: false, delay: 1 }, undefined],
    [{ hang: true }, 'hang'],
    [{ hang: true, reset: false }, 'hang'],
    [{ reset: true }, 'reset'],
  ])('the fault %j ends the response in this way: %j', (fault, ending) => {
    expect(responseTo(fault).fault?.ending).toBe(ending);
  });

  test('a fault response is delayed by the latency plus the delay of the fault', () => {
    const longest = 2 ** 31 - 1;
    expect(responseTo({ hang: true, delay: 5 }, 1000).fault).toMatchObject({ delayMs: 1005, ending: 'hang' });
    expect(responseTo({ truncated: 10 }, 1000).fault).toMatchObject({ delayMs: 1000, ending: 10 });
    expect(responseTo({ operation: 'getMockService', status: 500 }, 1000).fault).toMatchObject({
      delayMs: 1000,
      ending: undefined,
    });
    expect(responseTo({ delay: longest }, longest).fault?.delayMs).toBe(longest);
  });

  test('Node can send a fault response with every header that a fault accepts', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const name = fc.oneof(fc.string(), fc.constantFrom('trailer', 'x-a', 'set-cookie', 'www-authenticate'));
    const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('text'));
    const headers = fc.dictionary(name, value, { minKeys: 1, maxKeys: 2 });
    await fc.assert(
      fc.asyncProperty(headers, async (headers) => {
        const fake = createFakeServer();
        if (failureOf(() => fake.faults.add({ operation, headers })) !== undefined) return;
        const response = send(fake, 'GET', workspacesPath);
        server.once('request', (_, outgoing) => outgoing.writeHead(response.status, response.headers).end());
        expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
        expect(new Response(null, response).status).toBe(200);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 40) },
    );
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
});

describe('operations behind a fault', () => {
  test.each<[Partial<FaultOptions>, number, number]>([
    [{ truncated: 1 }, 1, 201],
    [{ delay: 1 }, 1, 201],
    [{ contentType: 'a/b' }, 1, 201],
    [{ status: 500 }, 0, 500],
    [{ body: {} }, 0, 201],
    [{ notJson: true }, 0, 201],
    [{ hang: true }, 0, 201],
    [{ reset: true }, 0, 201],
    [{ reset: true, applied: false }, 0, 201],
    [{ reset: true, applied: true }, 1, 201],
    [{ notJson: true, applied: true }, 1, 201],
    [{ status: 500, applied: true }, 1, 500],
  ])('with the fault %j, a POST request creates %i mock services and gets %i', (fault, created, status) => {
    const fake = fakeWithFaults({ operation: 'createMockService', ...fault });
    const before = fake.mockServices.list().length;
    expect(send(fake, 'POST', mockServicePath, input()).status).toBe(status);
    expect(fake.mockServices.list()).toHaveLength(before + created);
  });
});
