/** Tests the responses of faults, and whether the requested operations take effect. */
import { createFakeServer, isFakeServerError, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';
type Fault = Partial<FaultOptions>;

function responseTo(fault: Fault, latency = 0) {
  const fake = createFakeServer({ seed: {}, latency });
  fake.faults.add({ operation, ...fault });
  return send(fake, 'GET', workspacesPath);
}

/** Returns every combination of one value from each list. */
function combinations(lists: Readonly<Record<string, readonly unknown[]>>): object[] {
  return Object.entries(lists).reduce<object[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

const page = '<!doctype html>\n<title>Sign in</title>\n<p>This is not the requested resource.</p>\n';

/** Returns the body of a replaced response and its type. */
function replacedBody({ status = 201, body, notJson }: Fault): [text: string, type?: string] {
  if (notJson) return [page, 'text/html; charset=utf-8'];
  if (typeof body === 'string') return [body, 'text/plain; charset=utf-8'];
  if (body !== undefined) return [JSON.stringify(body), 'application/json'];
  const detail = 'The fake server injected this fault.';
  return status < 400
    ? ['']
    : [
        JSON.stringify({ type: 'about:blank', title: 'Bad Request', status, detail }),
        'application/problem+json',
      ];
}

function endingOf({ hang, reset, truncated }: Fault, body: string): unknown {
  if (hang) return 'hang';
  if (reset) return 'reset';
  if (truncated === undefined || truncated === false) return undefined;
  const bytes = Buffer.byteLength(body);
  return Math.min(truncated === true ? Math.floor(bytes / 2) : truncated, Math.max(0, bytes - 1));
}

describe('a fault', () => {
  const responses = {
    status: [undefined, 200, 399, 400],
    body: [undefined, '', 'äöü', null, false, 0, ['ü']],
    headers: [undefined, { 'Content-Type': 'a/b', 'X-A': '' }],
    contentType: [undefined, 'text/csv'],
    notJson: [undefined, false, true],
  };
  const endings = {
    hang: [undefined, false, true],
    reset: [undefined, false, true],
    truncated: [undefined, false, true, 0, 3, 99],
    takesEffect: [undefined, false, true],
    delay: [undefined, '5ms'],
  };
  const [ofResponse, ofEnding] = [combinations(responses), combinations(endings)] as [Fault[], Fault[]];
  // Each combination of one table occurs alone and with one of the other table.
  const both = ofResponse.map((one, i): Fault => ({ ...one, ...ofEnding[(7 * i) % ofEnding.length] }));

  const all = [...ofResponse, ...ofEnding, ...both];
  const replaces = ({ status, body, notJson, hang, reset }: Fault): boolean =>
    Boolean(status !== undefined || body !== undefined || notJson || hang || reset);
  const isAccepted = (fault: Fault): boolean => {
    const { headers, contentType, delay, hang, reset, truncated } = fault;
    const cuts = [hang, reset, truncated].filter((ending) => ending !== undefined && ending !== false);
    const changes = [headers, contentType, delay, ...cuts].some((field) => field !== undefined);
    return cuts.length <= 1 && (replaces(fault) || changes);
  };

  test('a fault must change the response, and can cut it off in only one way', () => {
    const { faults } = createFakeServer();
    const wasAccepted = (fault: Fault) => {
      const error = failureOf(() => faults.add({ operation, ...fault }));
      return error === undefined || !isFakeServerError(error, 'invalid-fault');
    };
    expect(all.filter(wasAccepted)).toEqual(all.filter(isAccepted));
  });

  test('every combination of fault fields has the documented response and effect', () => {
    const fake = createFakeServer();
    for (const fault of all.filter(isAccepted)) {
      fake.reset();
      fake.faults.add({ operation: 'createMockService', ...fault });
      const response = send(fake, 'POST', mockServicePath, input());
      const created = fake.mockServices.list().map(({ id }) => ({ id }));
      const { status = 201, headers, contentType, takesEffect, delay } = fault;
      const [body, usualType] = replaces(fault)
        ? replacedBody(fault)
        : [JSON.stringify(created[0]), 'application/json'];
      const type = contentType ?? headers?.['Content-Type'] ?? usualType;
      const [delayMs, ending] = [delay === undefined ? 0 : 5, endingOf(fault, body)];
      const { delayMs: actualDelay = 0, ending: actualEnding } = response.fault ?? {};
      const actual = { ...response, fault: [actualDelay, actualEnding], created: created.length };
      expect([fault, actual]).toEqual([
        fault,
        {
          status,
          headers: { ...(headers && { 'x-a': '' }), ...(type !== undefined && { 'content-type': type }) },
          body,
          fault: [delayMs, ending],
          created: takesEffect || !replaces(fault) ? 1 : 0,
        },
      ]);
    }
  });

  test('a fault accepts statuses from 200 to 599, and its delay is added to the latency', () => {
    expect([200, 599].map((status) => responseTo({ status }).status)).toEqual([200, 599]);
    expect(responseTo({ hang: true, delay: 5 }, 1000).fault).toMatchObject({ delayMs: 1005, ending: 'hang' });
    const longest = 2 ** 31 - 1;
    expect(responseTo({ delay: longest }, longest).fault?.delayMs).toBe(longest);
  });
});
