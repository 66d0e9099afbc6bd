/** Tests of the token that the user enters in the page and that the program keeps. */
import { describe, expect, test } from 'vitest';
import { exchange, openWith, serviceOf, start } from '../support/program.ts';

const token = 'entered/t"oken';

/** Starts the explorer for a service that responds with 401. The service records and returns the received `Authorization`. */
async function guarded(headers?: Readonly<Record<string, string>>) {
  const received: (string | undefined)[] = [];
  const service = await serviceOf(({ headers: { authorization } }, outgoing) => {
    received.push(authorization);
    outgoing
      .writeHead(401, `No ${authorization}`, {
        'x-quote': `${authorization}`,
      })
      .end(JSON.stringify({ detail: `Not with ${received.join(' or ')}.` }));
  });
  const running = await start({ service, headers });
  const call = async () => {
    const response = await fetch(`${running.url}api/x`);
    return [response.statusText, JSON.stringify([...response.headers]), await response.text()].join('\n');
  };
  return { running, received, call };
}

/** Returns a raw request that sets a token, with header lines that a page would not send. */
const lines = (body: string, ...head: string[]) => [
  'POST /credentials HTTP/1.1',
  ...(head.some((line) => line.startsWith('host:')) ? [] : ['host: localhost:4610']),
  ...(head.some((line) => line.startsWith('content-type:')) ? [] : ['content-type: application/json']),
  ...head,
  `content-length: ${Buffer.byteLength(body)}`,
  'connection: close',
  '',
  body,
];

async function post(running: { readonly port: number }, body: unknown, ...head: string[]): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const socket = await openWith(running, ...lines(text, ...head));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const own = { authorization: 'Bearer of-the-program', 'x-key': 'k3y' };

test('the program sends the entered token to the service until the user replaces it', async () => {
  const { running, received, call } = await guarded();
  expect(await post(running, { token })).toMatch(
    /^HTTP\/1\.1 204 No Content\r\n(?![\s\S]*oken"|[\s\S]*t\\"oken)/,
  );
  await call();
  await post(running, { token: 'another' }, 'origin: http://localhost:4610', 'sec-fetch-site: same-origin');
  await call();
  expect(received).toEqual([`Bearer ${token}`, 'Bearer another']);
});

test.each([
  ['the token of the program', own, 'Bearer of-the-program'],
  ['no token', undefined, undefined],
] as const)('the entered token replaces %s until it is removed', async (_, headers, before) => {
  const { running, received, call } = await guarded(headers);
  await call();
  await post(running, { token });
  await call();
  expect(await post(running, { token: '' })).toMatch(/^HTTP\/1\.1 204 /);
  await call();
  expect(received).toEqual([before, `Bearer ${token}`, before]);
});

test('an entered token leaves the other headers from the arguments unchanged', async () => {
  let key: unknown;
  const service = await serviceOf((incoming, outgoing) => {
    key = incoming.headers['x-key'];
    outgoing.end('{}');
  });
  const running = await start({ service, headers: own });
  await post(running, { token });
  await fetch(`${running.url}api/x`);
  expect(key).toBe('k3y');
});

describe('rejected requests to set a token', () => {
  test.each([
    ['403', 'origin: https://evil.test'],
    ['421', 'host: evil.test'],
    ['415', 'content-type: text/plain'],
  ])('the status is %s with the header “%s”', async (status, header) => {
    const { running, received, call } = await guarded();
    expect(await post(running, { token }, header)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await call();
    expect(received).toEqual([undefined]);
  });

  test.each(['GET', 'OPTIONS'])('the status is 405 for the method %s', async (method) => {
    const { running } = await guarded();
    const response = await exchange(running, `${method} /credentials HTTP/1.1`, 'host: localhost');
    expect(response).toMatch(/^HTTP\/1\.1 405 (?![\s\S]*access-control)/);
  });

  test.each(['', '{', 'null', '{"token":7}'])('the status is 400 for the body %j', async (body) => {
    const { running } = await guarded();
    expect(await post(running, body)).toMatch(/^HTTP\/1\.1 400 [\s\S]*The body contains no token/);
  });

  test.each(['s3cret and more', 's3cret\r\nx: y', 's3cret\0', 's3cret\u007f', 's3cret\u20ac', ' ', '\t'])(
    'the status is 400 for the token %j, which is not shown',
    async (wrong) => {
      const { running, received, call } = await guarded();
      await post(running, { token });
      const response = await post(running, { token: wrong });
      expect(response).toMatch(/^HTTP\/1\.1 400 [\s\S]*characters that HTTP does not allow/);
      expect(response).not.toContain('s3cret');
      await call();
      expect(received).toEqual([`Bearer ${token}`]);
    },
  );

  test('the status is 413 for a body longer than 8 KiB', async () => {
    const { running, received, call } = await guarded();
    const body = JSON.stringify({ token: 'x'.repeat(8 * 1024 + 1 - '{"token":""}'.length) });
    expect(await post(running, body)).toMatch(/^HTTP\/1\.1 413 [\s\S]*at most 8 KiB/);
    await call();
    expect(received).toEqual([undefined]);
    expect(await post(running, body.replace('x', ''))).toMatch(/^HTTP\/1\.1 204 /);
  });
});

test('a request to set a token gets 404 if the program has no service', async () => {
  const running = await start();
  expect(await post(running, { token })).toMatch(/^HTTP\/1\.1 404 /);
});
