import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { foreignService } from './foreign-service.ts';
import { fileWith, inVirtualTime, launch, run } from './support.ts';

const remote = 'https://mocks.invalid/api';
const advice =
  'HTTPS_PROXY is set, but Node ignores it. To use the proxy, set NODE_USE_ENV_PROXY=1, which Node 22.21, 24.5 and later versions know, and NO_PROXY=localhost,127.0.0.1, so that requests to this machine do not go to the proxy.';

describe('the advice about a proxy', () => {
  test.each<[string, Record<string, string>, string | undefined]>([
    [remote, { HTTPS_PROXY: 'http://me:hunter2@proxy.test:8080' }, advice],
    [remote, { https_proxy: 'http://proxy.test:8080' }, advice],
    ['http://mocks.invalid', { HTTP_PROXY: 'http://proxy.test' }, 'HTTP_PROXY is set, but Node ignores it.'],
    [remote, {}, undefined],
    [remote, { HTTP_PROXY: 'http://proxy.test' }, 'HTTP_PROXY is set, but Node ignores it.'],
    ['http://mocks.invalid', { HTTPS_PROXY: 'http://proxy.test' }, undefined],
    ['http://127.0.0.1:1', { HTTP_PROXY: 'http://proxy.test' }, undefined],
    ['http://localhost:1', { HTTP_PROXY: 'http://proxy.test' }, undefined],
    [
      remote,
      { HTTPS_PROXY: 'http://proxy.test', NODE_USE_ENV_PROXY: '1' },
      'Requests go to the proxy of HTTPS_PROXY. Check that it is running and permits requests to mocks.invalid.',
    ],
    [
      'http://127.0.0.1:1',
      { HTTP_PROXY: 'http://proxy.test', NODE_OPTIONS: '--use-env-proxy' },
      'Requests to 127.0.0.1 go to the proxy of HTTP_PROXY. Set NO_PROXY=127.0.0.1 to send them directly.',
    ],
  ])('%s with %o', async (url, environment, expected) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { code, stderr } = await inVirtualTime(() => run(['list', '--url', url], { environment }));
    expect(code).toBe(2);
    expect(stderr).not.toContain('hunter2');
    const [, ...lines] = stderr.trimEnd().split('\n');
    const begins = lines.map((line) => line.slice(0, expected?.length));
    expect(begins).toEqual(expected === undefined ? [] : [expected]);
  });
});

test.each([
  'list',
  'workspaces',
  'get A',
  'delete A --yes',
  'dump',
  'diff FILE',
  'apply FILE',
  'har W',
  'wait W',
])('%s gives the advice about a proxy if its first request fails', async (command) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  onTestFinished(() => void vi.unstubAllGlobals());
  const args = command.split(' ').map((arg) => (arg === 'FILE' ? fileWith({}) : arg));
  const environment = { HTTPS_PROXY: 'http://me:hunter2@proxy.test:8080' };
  const { code, stdout, stderr } = await inVirtualTime(() =>
    run([...args, '--url', remote], { environment }),
  );
  expect([code, stdout, stderr.split('\n').slice(1)]).toEqual([2, '', [advice, '']]);
});

test.each([401, 404, 500])('a service that responds with %i gets no advice about a proxy', async (status) => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const environment = { HTTPS_PROXY: 'http://proxy.test:8080' };
  const { code, stderr } = await inVirtualTime(() => run(['list', '--url', remote], { environment }));
  expect(code).toBe(2);
  expect(stderr).toContain(`the service responded with ${status}`);
  expect(stderr).not.toContain('PROXY');
});

test('Node sends requests to the proxy as the advice says, and not those that NO_PROXY excludes', async () => {
  const connections: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, client) => {
    connections.push(url);
    const service = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(service).pipe(client);
    });
    for (const socket of [client, service]) socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const { url } = await foreignService();
  const environment = {
    MOCK_SERVICES_URL: url.replace('127.0.0.1', 'mocks.invalid'),
    HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    NODE_USE_ENV_PROXY: '1',
    NO_PROXY: 'localhost,127.0.0.1',
  };
  expect(await launch(['list'], environment).ended).toMatchObject({ code: 0, stderr: '' });
  expect(connections).toEqual([`mocks.invalid:${new URL(url).port}`]);
  expect(await launch(['list', '--url', url], environment).ended).toMatchObject({ code: 0, stderr: '' });
  expect(connections).toHaveLength(1);
});
