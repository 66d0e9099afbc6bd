/** Which files a program can write, and what it keeps of them. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { outputTo } from '@mock-services/cli-kit';
import { describe, expect, test } from 'vitest';
import { fileWith, start } from '../../../checks/programs/programs.ts';
import { recorder } from './terminal.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const old = 'old text that is longer';

describe.runIf(isRoot)('a user without rights', () => {
  /** Returns what became of each file. */
  async function writeAsNobody(paths: readonly string[]) {
    const { stdout } = await start('start-small.ts', ['0', 'as nobody', 'write files', paths.join('\n')])
      .ended;
    return stdout;
  }
  const told = (path: string, isWritable: boolean) =>
    isWritable ? 'checked\n' : `Error: ${path}: permission denied.\n`;

  test('writes a file if its mode allows it, and keeps its mode, owner and group', async () => {
    const files = [0o777, 0o1777, 0o755].flatMap((folderMode) =>
      [nobody, 0].flatMap((uid) =>
        [nobody, 0].flatMap((gid) =>
          [0o666, 0o644, 0o620, 0o600, 0o444].map((mode) => {
            const path = fileWith(old);
            chownSync(path, uid, gid);
            chmodSync(path, mode);
            chmodSync(dirname(path), folderMode);
            const bit = uid === nobody ? 0o200 : gid === nobody ? 0o020 : 0o002;
            const isWritable = (mode & bit) !== 0;
            // Only root can give a file to others, and only who can write a folder can replace a file in it.
            const isReplaced = isWritable && uid === nobody && gid === nobody && folderMode !== 0o755;
            return { folderMode, path, uid, gid, mode, isWritable, isReplaced, ino: statSync(path).ino };
          }),
        ),
      ),
    );
    const stdout = await writeAsNobody(files.map(({ path }) => path));
    expect(stdout).toBe(files.map(({ path, isWritable }) => told(path, isWritable)).join(''));
    for (const { path, ino, ...file } of files) {
      const now = statSync(path);
      const { uid, gid } = now;
      const isReplaced = now.ino !== ino;
      expect({ ...file, uid, gid, mode: now.mode & 0o7777, isReplaced }).toEqual(file);
      expect(readFileSync(path, 'utf8')).toBe(file.isWritable ? 'new\n' : old);
      expect(readdirSync(dirname(path))).toEqual(['file']);
    }
  });

  test('creates a file if the mode of its folder allows it', async () => {
    const files = [0o777, 0o755].flatMap((folderMode) =>
      ['file', 'link'].map((kind) => {
        const folder = dirname(fileWith(old));
        const target = join(folder, 'folder', 'new');
        mkdirSync(dirname(target));
        chmodSync(dirname(target), folderMode);
        chmodSync(folder, 0o777);
        const path = kind === 'file' ? target : join(folder, 'link');
        if (kind === 'link') symlinkSync(target, path);
        return { path, target, isWritable: folderMode === 0o777 };
      }),
    );
    const stdout = await writeAsNobody(files.map(({ path }) => path));
    expect(stdout).toBe(files.map(({ path, isWritable }) => told(path, isWritable)).join(''));
    expect(files.map(({ target }) => existsSync(target))).toEqual(files.map((file) => file.isWritable));
  });
});

test.each([0o022, 0o077, 0o002])('a new file has the mode that the mask %i leaves', async (mask) => {
  const before = process.umask(mask);
  const path = join(dirname(fileWith('')), 'new');
  try {
    const { write } = await outputTo(recorder().terminal, path);
    await write('new');
  } finally {
    process.umask(before);
  }
  expect([statSync(path).mode & 0o7777, readFileSync(path, 'utf8')]).toEqual([0o666 & ~mask, 'new\n']);
});

test.each([0o600, 0o640, 0o666, 0o777])(
  'while a file with the mode %i is replaced, nobody else can read the new content',
  async (mode) => {
    const path = fileWith(old);
    const folder = dirname(path);
    chmodSync(path, mode);
    const { write } = await outputTo(recorder().terminal, path);
    const state = { isWritten: false };
    const writing = write('x'.repeat(4_000_000)).finally(() => (state.isWritten = true));
    const seen: number[] = [];
    while (!state.isWritten) {
      for (const name of readdirSync(folder).filter((one) => one !== 'file'))
        seen.push(statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0);
      await setImmediate();
    }
    await writing;
    expect((seen[0] ?? 0) & 0o777).toBe(mode & 0o700);
    expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([mode, ['file']]);
  },
);

test.each(['>', '2>'])(
  'a file is written, even if %s sends the output to the same file system',
  async (redirection) => {
    const path = fileWith(old);
    const output = fileWith('');
    await start('start-small.ts', ['0', 'error', 'write files', path], `${redirection} ${output}`).ended;
    expect(readFileSync(path, 'utf8')).toBe('new\n');
    expect(readFileSync(output, 'utf8')).toBe(redirection === '>' ? 'checked\n' : 'error\n');
  },
);

describe('the path of a new file', () => {
  /** Creates `a/link`, a link to the folder `b/inner`, beside the folder `b/deep`. */
  function linkedFolder(): string {
    const folder = dirname(fileWith(''));
    mkdirSync(join(folder, 'a'));
    for (const name of ['inner', 'deep']) mkdirSync(join(folder, 'b', name), { recursive: true });
    symlinkSync('../b/inner', join(folder, 'a', 'link'));
    return folder;
  }

  test.each([
    ['a/link/new', 'b/inner/new'],
    ['a/link/out', 'b/deep/beside'],
    ['a/first', 'b/deep/beside'],
  ])('%s is where its links lead: %s', async (given, target) => {
    const folder = linkedFolder();
    symlinkSync('../deep/beside', join(folder, 'b/inner/out'));
    symlinkSync('link/out', join(folder, 'a/first'));
    const { write } = await outputTo(recorder().terminal, join(folder, given));
    await write('new');
    expect(readFileSync(join(folder, target), 'utf8')).toBe('new\n');
  });

  test.each([
    ['missing/new', 'there is no such folder'],
    ['file/new', 'there is no such folder'],
    ['a/out', 'there is no such folder'],
    ['a/loop', 'this file cannot be written (ELOOP)'],
    ['a', 'this is a folder, not a file'],
    ['a/link', 'this is a folder, not a file'],
    ['missing/', 'this is a folder, not a file'],
  ])('%s is rejected before anything is written', async (given, reason) => {
    const folder = linkedFolder();
    symlinkSync('../b/missing/out', join(folder, 'a/out'));
    symlinkSync('loop', join(folder, 'a/loop'));
    const path = join(folder, given);
    await expect(outputTo(recorder().terminal, path)).rejects.toThrow(`${path}: ${reason}.`);
  });
});
