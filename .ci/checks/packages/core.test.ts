import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { versionAt } from '../../../tools/lib/version.ts';
import { createConsumer, installed, nodes, oldestNode, silentSuccess, type Consumer } from './consumer.ts';

let consumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer([installed('@types/node'), oldestNode]);
  await rm(join(consumer.folder, 'node_modules/msw'), { recursive: true });
  return () => consumer.remove();
});

/** Starts a program. Returns the explorer's URL that the program prints. */
async function launch(node: string, path: string, ...args: readonly string[]): Promise<string> {
  const program = join(consumer.folder, 'node_modules/@mock-services', path);
  const child = spawn(node, [program, ...args], {
    cwd: consumer.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const url = /^Explorer at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`${path} exited.`);
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

describe.each(nodes)('installed from the tarballs without msw, with Node $version', ({ nodeOf }) => {
  test('the packed client, fake server and conformance suite work as ES modules', async () => {
    expect(await consumer.run(nodeOf(consumer), 'use-core.ts')).toEqual(silentSuccess);
  });

  test('in CommonJS, the packed entry points share one copy of each class', async () => {
    expect(await consumer.run(nodeOf(consumer), 'use-core.cjs')).toEqual(silentSuccess);
  });

  test.each([
    ['packages/fake-server', 'mock-services-fake'],
    ['packages/conformance', 'mock-services-conformance'],
    ['packages/cli', 'mock-services'],
  ])('the program of %s prints its version and its help', async (folder, program) => {
    const run = (flag: string) => consumer.execute(nodeOf(consumer), program, flag);
    const version = versionAt(folder);
    expect(await run('--version')).toEqual({ status: 0, output: `${version}\n` });
    expect(await run('--help')).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^Usage: /) as string,
    });
  });

  test('the packed explorer serves its page and script', async () => {
    const url = await launch(nodeOf(consumer), 'explorer/dist/bin.js', '--port', '0');
    const script = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(await textAt(url))?.[1] ?? '';
    expect((await fetch(url + script)).headers.get('content-type')).toMatch(/^text\/javascript/);
  });
});

test('the types of the packed packages compile for Node without DOM types', async () => {
  const files = ['types-core.ts', 'types-core.cts'];
  expect(await consumer.check(files, { lib: ['ES2023'] })).toEqual(silentSuccess);
});

test('the types of the packed packages compile for a web page without Node types', async () => {
  const page = { types: [], module: 'ESNext', moduleResolution: 'Bundler' };
  expect(await consumer.check(['types-core.ts'], page)).toEqual(silentSuccess);
});

test('if no more JavaScript modules can be loaded, each failing call still ends with the expected error', async () => {
  expect(await consumer.run(process.execPath, 'offline.ts')).toEqual(silentSuccess);
});
