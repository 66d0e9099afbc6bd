/** Which files a program can write, and what it keeps of them. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { outputTo } from '@mock-services/cli-kit';
import { expect, test } from 'vitest';
import { fileWith, newFolder } from './support.ts';
import { recorder } from './terminal.ts';

async function write(path: string, text: string): Promise<void> {
  const output = await outputTo(recorder().terminal, path);
  await output.write(text);
}

test('a new file has the mode that other programs would give it', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'other'), '');
  const path = join(folder, 'new');
  await write(path, 'new');
  expect([statSync(path).mode, readFileSync(path, 'utf8')]).toEqual([
    statSync(join(folder, 'other')).mode,
    'new\n',
  ]);
});

test.each([
  ['0600', 0o600],
  ['0640', 0o640],
])('a replaced file keeps the mode %s, and nobody else can read it before', async (_, mode) => {
  const path = fileWith('old text that is longer');
  const folder = dirname(path);
  chmodSync(path, mode);
  const state = { isWritten: false };
  const writing = write(path, 'x'.repeat(4_000_000)).finally(() => (state.isWritten = true));
  const seen: number[] = [];
  while (!state.isWritten) {
    for (const name of readdirSync(folder).filter((one) => one !== 'file'))
      seen.push(statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0);
    await setImmediate();
  }
  await writing;
  expect((seen[0] ?? 0) & 0o777).toBe(mode & 0o700);
  expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([mode, ['file']]);
});

test.skipIf(process.getuid?.() !== 0)('a replaced file keeps its owner (needs root)', async () => {
  const nobody = 65_534;
  const path = fileWith('old');
  chownSync(path, nobody, nobody);
  await write(path, 'new');
  const { uid, gid } = statSync(path);
  expect([uid, gid, readFileSync(path, 'utf8')]).toEqual([nobody, nobody, 'new\n']);
});

test('links are followed to a new file, through a folder that is a link', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'a'));
  for (const name of ['inner', 'deep']) mkdirSync(join(folder, 'b', name), { recursive: true });
  symlinkSync('../b/inner', join(folder, 'a/link'));
  symlinkSync('../deep/beside', join(folder, 'b/inner/out'));
  symlinkSync('link/out', join(folder, 'a/first'));
  await write(join(folder, 'a/first'), 'new');
  expect(readFileSync(join(folder, 'b/deep/beside'), 'utf8')).toBe('new\n');
});

test.each([
  ['missing/new', 'there is no such folder'],
  ['file/new', 'there is no such folder'],
  ['folder', 'this is a folder, not a file'],
])('the path %s is rejected before anything is written', async (given, reason) => {
  const folder = dirname(fileWith(''));
  mkdirSync(join(folder, 'folder'));
  const path = join(folder, given);
  await expect(outputTo(recorder().terminal, path)).rejects.toThrow(`${path}: ${reason}.`);
});
