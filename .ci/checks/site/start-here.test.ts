import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { at } from '../../../tools/lib/paths.ts';
import { freePort, listening, start } from '../../../tools/lib/servers.ts';
import { serveRegistry, type Registry } from './registry.ts';

/** A temporary folder, with npm's settings. */
let home: string;
/** Where commands are typed. */
let folder: string;
let registry: Registry;
let server: ReturnType<typeof start> | undefined;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mock-services-start-'));
  folder = home;
  registry = await serveRegistry(inject('packed'));
  // The user's own settings, and the registry for our packages alone.
  const own = await readFile(join(homedir(), '.npmrc'), 'utf8').catch(() => '');
  await writeFile(settings(), `${own}\n@mock-services:registry=${registry.url}\nprefer-offline=true\n`);
});
afterAll(async () => {
  await server?.stop();
  registry.close();
  await rm(home, { recursive: true, force: true });
});

const settings = (): string => join(home, '.npmrc');

/** The blocks of the guide: commands, and files with their names. */
async function steps(): Promise<{ readonly name: string | undefined; readonly code: string }[]> {
  const text = await readFile(at('docs/guide/start.md'), 'utf8');
  return Array.from(text.matchAll(/^```(sh|ts file=(\S+)).*\n([^]*?)^```$/gm), ([, , name, code = '']) => ({
    name,
    code,
  }));
}

/** Types commands as they stand; the folder that they change to stays. */
async function type(code: string): Promise<string> {
  const { status, output } = await command('bash', ['-c', `set -e\n${code}\necho "in:$PWD"`], {
    cwd: folder,
    env: { npm_config_userconfig: settings() },
    seconds: 150,
  });
  if (status !== 0) throw new Error(`${code} failed:\n${output}`);
  folder = output.match(/^in:(.*)$/m)?.[1] ?? folder;
  return output;
}

test('the first page and the guide lead from an empty folder to a green test, typed as they stand', async () => {
  // As they stand but for the port, which may be in use.
  const port = await freePort();
  const outputs: string[] = [];
  for (const { name, code } of await steps()) {
    if (name !== undefined) await writeFile(join(folder, name), code.replaceAll('4600', String(port)));
    else if (code === 'npx @mock-services/fake-server\n') {
      server = start('npx', ['@mock-services/fake-server', '--port', String(port)], folder);
      await listening(`http://127.0.0.1:${port}`);
    } else outputs.push(await type(code));
  }
  const [, listed = '', tested = ''] = outputs;
  expect(listed.match(/^[\da-f-]{36} \S/gm)).toHaveLength(5);
  expect(tested).toMatch(/Tests .*2 passed/);

  const [, paste = ''] =
    /^```js\n([^]*?)^```$/m.exec(await readFile(at('tools/site/first-paste.md'), 'utf8')) ?? [];
  await writeFile(join(folder, 'first.js'), paste);
  expect(await type('node first.js')).toMatch(/^Renamed$/m);
});
