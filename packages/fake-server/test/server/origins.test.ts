/** Tests that `corsOrigin` accepts only what browsers send as `Origin`, and that an error names what was meant. */
import { expect, test } from 'vitest';
import { errorWith } from '../support/failure.ts';
import { startServer } from './start-server.ts';

const started = (corsOrigin: unknown) =>
  Promise.resolve().then(() => startServer({ corsOrigin: corsOrigin as string }));

test.each([
  ['localhost:5173', 'http://localhost:5173'],
  ['LOCALHOST:5173', 'http://localhost:5173'],
  ['http://LocalHost:5173', 'http://localhost:5173'],
  ['127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ['[::1]:5173', 'http://[::1]:5173'],
  ['192.168.0.7:3000', 'http://192.168.0.7:3000'],
  ['//localhost:5173', 'http://localhost:5173'],
  ['localhost', 'http://localhost'],
  ['http://localhost:5173/app', 'http://localhost:5173'],
  ['http://localhost:5173//', 'http://localhost:5173'],
  ['HTTPS://APP.EXAMPLE.COM', 'https://app.example.com'],
  ['https://app.example.com:443', 'https://app.example.com'],
  ['http://app.example.com:80/', 'http://app.example.com'],
  ['ws://localhost:5173', 'http://localhost:5173'],
  ['wss://app.example.com', 'https://app.example.com'],
  ['app.example.com', 'https://app.example.com'],
  ['app.example.com/x', 'https://app.example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  [' http://localhost:5173 ', 'http://localhost:5173'],
  ['https://user:canary@app.example.com', 'https://app.example.com'],
  ['https://app.example.com?key=canary', 'https://app.example.com'],
  ['', 'http://localhost:5173'],
  ['/app', 'http://localhost:5173'],
  ['http://', 'http://localhost:5173'],
  ['http://a.test,http://b.test', 'http://localhost:5173'],
  ['http://a.test http://b.test', 'http://localhost:5173'],
  [undefined, 'http://localhost:5173', 7],
])('`corsOrigin` rejects `%j` and suggests %s', async (text, likely, other?: number) => {
  const start = started(['http://fine.test', text ?? other]);
  await expect(start).rejects.toThrow(errorWith('invalid-option'));
  await expect(start).rejects.toThrow(
    `The option corsOrigin must be an origin (scheme, host and port), such as ${likely}, or *`,
  );
  await expect(start).rejects.toThrow(expect.not.stringContaining('canary'));
});

test.each(['https://*.example.com', 'http://*', 'http://localhost:*', '*.example.com', '**'])(
  '`corsOrigin` rejects the wildcard in %s',
  async (text) => {
    await expect(started(text)).rejects.toThrow('must be an origin without wildcards');
  },
);

test.each([
  'http://localhost:5173',
  'https://app.example.com',
  'http://[::1]:5173',
  'https://xn--bcher-kva.example',
  'capacitor://localhost',
  'chrome-extension://abcdef',
  'null',
])('pages of the listed origin %s are accepted', async (origin) => {
  const { url, fetch } = await startServer({ corsOrigin: origin });
  const { status, headers } = await fetch(`${url}/configuration/workspaces`, { headers: { origin } });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
});
