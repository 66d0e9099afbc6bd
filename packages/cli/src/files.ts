/** Files that the user names. The name `-` means stdin or stdout. */
import { readFile } from 'node:fs/promises';
import { Failure, jsonText, shown, type Terminal } from './terminal.ts';
import { standardStreamAt, writeText } from './write-file.ts';

export const standardStream = '-';

/** @throws {Failure} if the file cannot be read, or is not UTF-8 text. */
export async function readText({ stdin, stopped }: Terminal, path: string): Promise<string> {
  try {
    const bytes = path === standardStream ? await stdin() : await readFile(path, { signal: stopped });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    stopped.throwIfAborted();
    throw new Failure(fileProblem(path, error, 'read'));
  }
}

/**
 * Writes a file, or prints to stdout if `path` is `undefined`.
 *
 * @param content - What the value contains, for the message about a written file.
 * @throws {Failure} if the file cannot be written.
 */
export async function writeJson(
  { out, error }: Terminal,
  path: string | undefined,
  value: unknown,
  content: string,
): Promise<void> {
  if (path === undefined || path === standardStream) return out(jsonText(value));
  try {
    const stream = await standardStreamAt(path);
    if (stream !== undefined) return (stream === 1 ? out : error)(jsonText(value));
    await writeText(path, `${JSON.stringify(value, null, 2)}\n`);
  } catch (failure) {
    throw new Failure(fileProblem(path, failure, 'written'));
  }
  error(`Wrote ${content} to ${shown(path)}.`);
}

const problems: Readonly<Record<string, string>> = {
  EISDIR: 'this is a folder, not a file',
  EACCES: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  ENXIO: 'this is a socket or a missing device, not a file',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'this file is not UTF-8 text',
};

/** Says why a file cannot be read or written. Node's message may name a temporary file instead. */
function fileProblem(path: string, error: unknown, verb: 'read' | 'written'): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const missing = code === 'ENOENT' || code === 'ENOTDIR';
  const noSuch = `there is no such ${verb === 'read' ? 'file' : 'folder'}`;
  return `${nameOf(path)}: ${missing ? noSuch : (problems[code] ?? `this file cannot be ${verb} (${code})`)}.`;
}

/** Name of a file in messages. */
export function nameOf(path: string): string {
  if (path === standardStream) return 'stdin';
  return path === '' ? '""' : shown(path);
}
