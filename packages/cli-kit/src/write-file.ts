import { randomUUID } from 'node:crypto';
import { constants, fstatSync, type Stats } from 'node:fs';
import { access, lstat, open, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Replaces a regular file atomically, so that the old content survives a failure, and keeps the file's mode and owner.
 * Follows links, and writes directly into devices and pipes.
 */
export async function writeText(path: string, text: string): Promise<void> {
  const stats = await statsOf(path);
  if (stats === undefined ? !(await isLink(path)) : stats.isFile() && stats.nlink === 1) {
    try {
      if (stats !== undefined) await access(path, constants.W_OK);
      return await replace(stats === undefined ? path : await realpath(path), text, stats);
    } catch (error) {
      if (!needsNoRename.has(codeOf(error))) throw error;
    }
  }
  await writeFile(path, text).catch((error: unknown) => {
    // A reader that closes the pipe early, such as `head -1`, is not a failure.
    if (codeOf(error) !== 'EPIPE') throw error;
  });
}

/**
 * Errors of creating or renaming a temporary file after which the target may still be writable. For example, a
 * container can mount a single file, and a folder can be read-only.
 */
const needsNoRename: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EBUSY',
  'ENAMETOOLONG',
  'ENOENT',
  'EPERM',
  'EROFS',
  'EXDEV',
]);

async function replace(target: string, text: string, old: Stats | undefined): Promise<void> {
  const temporary = `${target}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    const file = await open(temporary, 'wx', old === undefined ? 0o666 : old.mode & 0o700);
    try {
      await file.writeFile(text);
      if (old !== undefined) {
        const { uid, gid } = await file.stat();
        if (uid !== old.uid || gid !== old.gid) await file.chown(old.uid, old.gid);
        await file.chmod(old.mode & 0o7777);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Throws a system error if {@link writeText} could not write the file. */
export async function requireWritable(path: string): Promise<void> {
  const stats = await statsOf(path);
  if (stats?.isDirectory() || path.endsWith('/'))
    throw Object.assign(new Error('This is a folder.'), { code: 'EISDIR' });
  await access(stats === undefined ? dirname(await endOfLinks(path)) : path, constants.W_OK);
}

/** Resolves a chain of symbolic links. Unlike `realpath`, accepts a target that does not exist. */
async function endOfLinks(path: string): Promise<string> {
  const next = await readlink(path).catch(() => undefined);
  // If the folder is a link, `..` leads to the parent of the link's target.
  return next === undefined ? path : endOfLinks(resolve(await realpath(dirname(path)), next));
}

/**
 * Returns 1 for a path that leads to the stdout of this process, such as `/dev/stdout`, and 2 for stderr. Opening
 * `/dev/stdout` would empty a file to which the shell has redirected the output, and would fail for a socket.
 */
export async function standardStreamAt(path: string): Promise<1 | 2 | undefined> {
  const stats = await statsOf(path);
  return ([1, 2] as const).find((descriptor) => {
    const own = fstatSync(descriptor);
    return own.ino === stats?.ino && own.dev === stats.dev;
  });
}

function statsOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
