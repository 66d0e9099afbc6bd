import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { at, root } from '../../../tools/lib/paths.ts';
import { versionAt } from '../../../tools/lib/version.ts';
import { linesIn } from '../../../tools/pages/commands.ts';
import { elsewhere } from '../../../tools/pages/elsewhere.ts';
import { isFile, pageOf, pages } from '../../../tools/pages/page.ts';
import { createConsumer, type Consumer } from '../packages/consumer.ts';
import { folderOf, follow } from './reader.ts';

const all = pages();
let consumer: Consumer;

beforeAll(async () => {
  const names = ['msw', 'vitest', 'typescript', '@types/node'];
  const dependencies = names.map((name) => `${name}@${versionAt(`node_modules/${name}`)}`);
  consumer = await createConsumer(dependencies, async (folder) => {
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    await writeFile(join(folder, 'elsewhere.d.ts'), elsewhere);
  });
});
afterAll(() => consumer.remove());

test.each(all.filter(({ steps }) => steps.some(({ runs }) => runs)))(
  '$path does what it says, pasted into an empty folder',
  async (page) => {
    expect(await follow(page, consumer.folder)).toEqual([]);
  },
);

test('its code has the types of the published declarations', async () => {
  const files = all.flatMap((page) =>
    page.steps.filter(isFile).map(({ name, text }) => ({ name: join('types', folderOf(page), name), text })),
  );
  const checked = files.filter(({ name }) => name.endsWith('.ts'));
  for (const { name, text } of checked) {
    await mkdir(join(consumer.folder, name, '..'), { recursive: true });
    await writeFile(join(consumer.folder, name), text);
  }
  const names = ['elsewhere.d.ts', ...checked.map(({ name }) => name)];
  const compiler = at('node_modules/typescript/bin/tsc');
  expect(await consumer.compile(compiler, 'pages', names)).toEqual({ status: 0, output: '' });
});

test('the readme installs from a clone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-clone-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { steps } = all.find(({ path }) => path === 'README.md') ?? { steps: [] };
  const lines = steps.flatMap((step) => (isFile(step) ? [] : linesIn(step.code)));
  const pack = lines.find((line) => line.startsWith('npm pack ')) ?? '';
  const destination = /--pack-destination (\S+)/.exec(pack)?.[1] ?? '?';
  // Without building: other tests read what is built.
  const packed = await command('bash', ['-c', `${pack.replace(destination, folder)} --ignore-scripts`], {
    cwd: root,
  });
  expect(packed).toMatchObject({ status: 0 });
  const tarballs = inject('packed').map(({ tarball }) => basename(tarball));
  expect(new Set(await readdir(folder))).toEqual(new Set(tarballs));
  const install = lines.find((line) => line.startsWith('npm install ./'));
  expect(
    await command('bash', ['-c', `${install} --prefer-offline --ignore-scripts`], {
      cwd: folder,
      seconds: 170,
    }),
  ).toMatchObject({ status: 0 });
  for (const { name } of inject('packed')) {
    expect(await readdir(join(folder, 'node_modules', name))).toContain('package.json');
  }
});

describe('a page that does not do what it says', () => {
  const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

  test.each([
    ['code that throws', fenced('ts', "throw new Error('so');"), /^throws\.md:2:\n[^]*Error: so/],
    [
      'a test that fails',
      fenced('ts', "import { test } from 'vitest';\ntest('x', () => { throw 1; });"),
      /1 failed/,
    ],
    ['a command that fails', fenced('sh', 'echo said; false; true'), /^throws\.md:2:\nsaid\n$/],
    ['a request that fails', fenced('sh', 'curl http://127.0.0.1:1/'), /curl: \(7\)/],
  ])('is reported: %s', async (_, text, report) => {
    const page = pageOf('throws.md', text);
    onTestFinished(() => rm(join(consumer.folder, folderOf(page)), { recursive: true }));
    expect(await follow(page, consumer.folder)).toEqual([expect.stringMatching(report)]);
  });
});
