import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { fileWith, newPath, runHere, serveHere, startHere } from './program.ts';

const explorer = '@mock-services/explorer';
afterEach(() => {
  vi.doUnmock(explorer);
  vi.unstubAllEnvs();
});

/** @param serveExplorer - Mock of the `serveExplorer` function in the explorer package. */
function withExplorer(serveExplorer: (options: { readonly service: string }) => unknown): void {
  vi.doMock(explorer, () => ({ serveExplorer }));
}

test('--explore serves the explorer for the fake server until the program stops', async () => {
  const close = vi.fn(() => Promise.resolve());
  const start = vi.fn(() => Promise.resolve({ url: 'http://127.0.0.1:1/', close }));
  withExplorer(start);
  const { url, greeting, stop } = await serveHere('--port', '0', '--explore');
  expect(greeting).toContain('Explorer at http://127.0.0.1:1/');
  expect(start.mock.calls).toEqual([[{ service: url }]]);
  expect(close).not.toHaveBeenCalled();
  expect(await stop()).toMatchObject({ code: 0 });
  expect(close).toHaveBeenCalledOnce();
});

test('--explore passes the token given with --token to the explorer', async () => {
  const start = vi.fn(() => Promise.resolve({ url: 'http://127.0.0.1:1/', close: () => Promise.resolve() }));
  withExplorer(start);
  const { url } = await serveHere('--port', '0', '--explore', '--token', 'hunter2');
  expect(start.mock.calls).toEqual([[{ service: url, headers: { authorization: 'Bearer hunter2' } }]]);
});

function withoutExplorer(environment: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.doMock(explorer, () => ({
    get serveExplorer(): never {
      throw Object.assign(new Error('no such module'), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  }));
}

/** Creates a mock of the npm program. The mock writes its arguments to a file and then runs a script. */
async function npmThat(runs: string): Promise<{ path: string; given: string }> {
  const given = await newPath('given.txt');
  const script = `require('fs').writeFileSync(${JSON.stringify(given)}, process.argv.slice(2).join('\\n')); ${runs}`;
  return { path: await fileWith(script, 'npm-cli.cjs'), given };
}

test.each([
  ['npm runs a script', { npm_command: 'run-script', npm_execpath: 'npm-cli.js' }],
  ['it was started without npm', { npm_command: undefined, npm_execpath: undefined }],
  ['another program than npm runs it', { npm_command: 'exec', npm_execpath: '/usr/lib/npx-cli.js' }],
])('--explore explains how to install a missing explorer if %s', async (_, environment) => {
  withoutExplorer(environment);
  const { code, stdout, stderr } = await runHere('--port', '0', '--explore');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^--explore needs the package @mock-services\/explorer, which is not installed here\./,
  );
  expect(stderr).toContain('npm install --save-dev @mock-services/explorer');
});

test('if the program was started with npx, --explore lets npm download the explorer if it is missing', async () => {
  const fetched = await fileWith(
    'export const serveExplorer = async ({ service }) => ({ url: `${service}/fetched`, close: async () => {} });',
    'explorer.mjs',
  );
  const { path, given } = await npmThat(
    `console.log('Ok to proceed? (y) ' + ${JSON.stringify(pathToFileURL(fetched).href)})`,
  );
  withoutExplorer({ npm_command: 'exec', npm_execpath: path });
  const { url, greeting } = await serveHere('--port', '0', '--explore');
  expect(greeting).toContain(`Explorer at ${url}/fetched`);
  expect((await readFile(given, 'utf8')).split('\n')).toEqual([
    'exec',
    '--call=',
    '--package=@mock-services/explorer@1.2.3',
    '--',
    'mock-services-explorer',
    '--module',
  ]);
});

test('--explore explains how to install the explorer if npm cannot download it', async () => {
  const { path } = await npmThat('process.exitCode = 1');
  withoutExplorer({ npm_command: 'exec', npm_execpath: path });
  const { code, stdout, stderr } = await runHere('--port', '0', '--explore');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('npx could not download the explorer.');
  expect(stderr).toContain('npm install --save-dev @mock-services/explorer');
});

test('--explore stops npm if the program is stopped while npm runs', async () => {
  const { path, given } = await npmThat('setTimeout(() => console.log("too late"), 10_000)');
  withoutExplorer({ npm_command: 'exec', npm_execpath: path });
  const write = vi.spyOn(process.stderr, 'write');
  const { stop, ended } = startHere(['--port', '0', '--explore']);
  await vi.waitFor(() => readFile(given), 10_000);
  void stop();
  expect(await ended).toMatchObject({
    code: 0,
    stdout: 'The program was stopped before npx had downloaded the explorer.\n',
    stderr: '',
  });
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});

test('--explore closes the server if the explorer cannot start', async () => {
  let service = '';
  withExplorer((options) => {
    ({ service } = options);
    throw new Error('no page');
  });
  const { code, stderr } = await runHere('--port', '0', '--explore');
  expect([code, stderr]).toEqual([4, 'The explorer cannot start: no page\n']);
  await expect(fetch(service)).rejects.toThrow(TypeError);
});
