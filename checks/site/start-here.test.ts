/** Follows `docs/guide/start.md` from an empty folder to a passing test, with the packed packages. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Code } from 'mdast';
import { visit } from 'unist-util-visit';
import { expect, inject, onTestFinished, test } from 'vitest';
import { command } from '../../tools/lib/command.ts';
import { parsePage } from '../../tools/lib/markdown.ts';
import { freePort, listening, start } from '../../tools/lib/servers.ts';
import { versionAt } from '../../tools/lib/version.ts';

async function type(commands: string, folder: string): Promise<string> {
  const { status, output } = await command('bash', ['-c', `set -e\n${commands}`], {
    cwd: folder,
    env: { npm_config_prefer_offline: 'true' },
    seconds: 300,
  });
  if (status !== 0) throw new Error(`${commands}\nexited with ${status}:\n${output}`);
  return output;
}

/** The version in this repository, so that a new version of vitest does not affect this test. */
const vitest = `vitest@${versionAt('node_modules/vitest')}`;

test('the guide "Start here" leads from an empty folder to two passing tests', async () => {
  const blocks: Code[] = [];
  visit(parsePage('docs/guide/start.md'), 'code', (block) => void blocks.push(block));
  const home = await mkdtemp(join(tmpdir(), 'mock-services-start-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  // The first commands create a new folder and change to that folder.
  let folder = home;
  // Use a free port, because the port in the guide may be in use.
  const port = await freePort();
  const outputs: string[] = [];
  for (const { meta, value } of blocks) {
    const [, name] = meta?.split('file=') ?? [];
    if (meta === 'clone') {
      // These tarballs replace the files that the commands of the guide would pack.
      for (const { tarball } of inject('packed')) await copyFile(tarball, join(folder, basename(tarball)));
    } else if (name !== undefined) {
      await writeFile(join(folder, name), value.replaceAll('4600', String(port)));
    } else if (value === 'npx @mock-services/fake-server') {
      const server = start('npx', ['@mock-services/fake-server', '--port', String(port)], folder);
      onTestFinished(() => server.stop());
      await listening(`http://127.0.0.1:${port}`);
    } else {
      outputs.push(await type(value.replace(/(?<=^npm install .*)\bvitest\b/m, vitest), folder));
      folder = join(home, 'hello-mocks');
    }
  }
  const [tested = '', listed = ''] = outputs.slice(-2);
  expect(listed.match(/^[\da-f-]{36} \S/gm)).toHaveLength(5);
  expect(tested).toMatch(/Tests .*2 passed/);
}, 600_000);
