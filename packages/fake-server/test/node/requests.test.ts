import { createFakeServer } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { openWith, rest, start } from './raw-client.ts';

const list = '/configuration/mock-services';

test('request headers have lower-case names, and repeated headers are joined', async () => {
  const fake = createFakeServer();
  const running = await start(fake);
  const socket = await openWith(
    running,
    `GET ${list}?a=1 HTTP/1.1`,
    'Host: localhost',
    'X-One: 1',
    'x-TWO: a',
    'X-Two: b',
    'constructor: c',
    'x-empty:',
    'connection: close',
    '',
  );
  expect(await rest(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const [entry] = fake.journal.entries();
  expect(entry?.request).toMatchObject({ method: 'GET', path: `${list}?a=1` });
  expect(Object.entries(entry?.request.headers ?? {})).toEqual([
    ['host', 'localhost'],
    ['x-one', '1'],
    ['x-two', 'a, b'],
    ['constructor', 'c'],
    ['x-empty', ''],
    ['connection', 'close'],
  ]);
});

test('a request target may be a full URL, as in requests to proxies', async () => {
  const fake = createFakeServer();
  const running = await start(fake, { admin: true });
  for (const target of [
    `http://any.test${list}`,
    `HTTPS://user@any.test:8443${list}?q#f`,
    `x+y.-1://${list}`,
    'http://any.test/__fake/',
  ]) {
    const socket = await openWith(
      running,
      `GET ${target} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      '',
    );
    const response = await rest(socket);
    expect(response.startsWith('HTTP/1.1 200')).toBe(!target.startsWith('x+y'));
  }
  expect(fake.journal.entries().map(({ request }) => request.path.replace(/[?#].*/, ''))).toEqual([
    list,
    list,
  ]);
});

test('a response with a header that HTTP forbids is replaced by a 500 and logged', async () => {
  const lines: string[] = [];
  const handle = () => ({ status: 200, headers: { 'x-bad': 'a\nb' }, body: 'never sent' });
  const running = await start({ ...createFakeServer(), handle }, { log: (line) => void lines.push(line) });
  const socket = await openWith(running, `GET ${list}?token=s3cret HTTP/1.1`, 'host: localhost', '');
  const text = await rest(socket);
  expect(text).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
  expect(text).not.toContain('never sent');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^The fake server could not respond to GET ${list}: TypeError`));
});
