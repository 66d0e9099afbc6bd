/** Tests of the bundled program in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openInBrowser } from '../../server/command/open-in-browser.ts';
import { certificate, key } from '../../../../tools/lib/certificate.ts';
import { html, listenOn, pageFolder, serviceOf, temporaryFolder, type Problem } from '../support/program.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'explorer-built-'));
  await build({
    entryPoints: [at('server/bin.ts')],
    outfile: join(folder, 'dist/bin.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  await cp(at('package.json'), join(folder, 'package.json'));
});
afterAll(() => rm(folder, { recursive: true }));

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });

/** Starts the program, and waits for its address. */
async function launch(args: readonly string[], env?: Readonly<Record<string, string>>) {
  await cp(await pageFolder(), join(folder, 'dist/page'), { recursive: true });
  const child = spawn(process.execPath, [join(folder, 'dist/bin.mjs'), '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stderr = text(child.stderr);
  const url = await addressIn(child.stdout);
  const stop = async (signal: NodeJS.Signals) => {
    const code = exitOf(child);
    child.kill(signal);
    return { code: await code, stderr: await stderr };
  };
  return { url, stop };
}

/** Returns the address that a program prints when it starts. */
async function addressIn(stdout: Readable): Promise<string> {
  for await (const line of createInterface(stdout)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The program exited.');
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 0],
] as const)('after %s, the program ends open requests, and exits with %i', async (signal, code) => {
  const service = await serviceOf((incoming, outgoing) => {
    if (incoming.url === '/token') outgoing.end(incoming.headers.authorization);
    else outgoing.writeHead(200).write('never ends');
  });
  const { url, stop } = await launch([service], { MOCK_SERVICES_TOKEN: 'from-the-environment' });
  expect(await (await fetch(url)).text()).toBe(
    html.replace('<head>', `<head><meta name="service" content="${service}">`),
  );
  expect(await (await fetch(`${url}api/token`)).text()).toBe('Bearer from-the-environment');
  const endless = await fetch(`${url}api/endless`);
  expect(await stop(signal)).toEqual({ code, stderr: '' });
  await expect(endless.text()).rejects.toThrow('terminated');
});

test('in a clone, the development server serves the page and adds the token', async () => {
  const service = await serviceOf((incoming, outgoing) => outgoing.end(incoming.headers.authorization));
  const child = spawn(
    process.execPath,
    ['--import', at('../../tools/sources.ts'), at('dev.ts'), service, '--token', 'secret', '--port', '0'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await addressIn(child.stdout);
  expect(await (await fetch(url)).text()).toContain(`<meta name="service" content="${service}">`);
  expect(await (await fetch(`${url}api/token`)).text()).toBe('Bearer secret');
  child.kill('SIGINT');
  expect(await exitOf(child)).toBe(130);
});

test('the program explains an untrusted certificate, and obeys NODE_EXTRA_CA_CERTS', async () => {
  const server = createServer({ key, cert: certificate }, (_, outgoing) => outgoing.end('{}'));
  const port = await listenOn(server);
  const [right, wrong] = [`https://localhost:${port}`, `https://127.0.0.1:${port}`];
  const problemAt = async (url: string) => (await (await fetch(`${url}api/x`)).json()) as Problem;

  const untrusted = await launch([right]);
  expect(await problemAt(untrusted.url)).toMatchObject({
    status: 502,
    title: 'The encrypted connection failed',
    detail: expect.stringContaining(
      '(DEPTH_ZERO_SELF_SIGNED_CERT). Check whether the certificate is for localhost',
    ) as string,
    command: `NODE_EXTRA_CA_CERTS=/path/to/ca.pem npx @mock-services/explorer "${right}"`,
  });

  const file = join(await temporaryFolder(), 'ca.pem');
  await writeFile(file, certificate);
  const trusted = await launch([right], { NODE_EXTRA_CA_CERTS: file });
  expect(await problemAt(trusted.url)).toEqual({});

  const otherHost = await launch([wrong], { NODE_EXTRA_CA_CERTS: file });
  expect(await problemAt(otherHost.url)).toMatchObject({
    status: 502,
    title: 'The encrypted connection failed',
    detail: expect.stringContaining('Check whether the certificate is for 127.0.0.1') as string,
  });
});

test('the program starts the browser without a shell or credentials', async () => {
  const bin = await temporaryFolder();
  const written = join(bin, 'written');
  await writeFile(
    join(bin, 'write.cjs'),
    `require('fs').writeFileSync(process.env.WRITTEN, JSON.stringify([process.argv.slice(2), Object.keys(process.env)]));\n`,
  );
  // The first line of a script cannot name a program whose path has a space.
  const script = `#!/bin/sh\nexec "${process.execPath}" "${join(bin, 'write.cjs')}" "$@"\n`;
  await writeFile(join(bin, 'xdg-open'), script);
  await chmod(join(bin, 'xdg-open'), 0o755);
  const url = 'http://127.0.0.1:4610/?a=$(id)&b';
  const secrets = { MOCK_SERVICES_TOKEN: 'x', MOCK_SERVICES_HEADERS: 'x: y' };
  openInBrowser(url, 'linux', { PATH: bin, WRITTEN: written, ...secrets });
  await expect.poll(() => readFile(written, 'utf8').catch(() => '')).toMatch(/\]$/);
  const [args, names] = JSON.parse(await readFile(written, 'utf8')) as [string[], string[]];
  expect(args).toEqual([url]);
  expect(names).not.toContain('MOCK_SERVICES_TOKEN');
  expect(names).not.toContain('MOCK_SERVICES_HEADERS');
});
