import { readFile } from 'node:fs/promises';
import { Failure, type Terminal } from './terminal.ts';
import { shown, shownLines } from './text.ts';
import { codeOf, requireWritable, standardStreamAt, writeText } from './write-file.ts';

/** File name that means stdin or stdout. */
export const standardStream = '-';

/** @throws {Failure} if the file cannot be read, or is not UTF-8 text. */
export async function readText(
  { stdin, stopped }: Pick<Terminal, 'stdin' | 'stopped'>,
  path: string,
): Promise<string> {
  try {
    const bytes = path === standardStream ? await stdin() : await readFile(path, { signal: stopped });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    stopped.throwIfAborted();
    throw fileFailure(nameOf(path), error, 'read');
  }
}

export interface Output {
  /** `undefined` for stdout and stderr. */
  readonly file: string | undefined;
  readonly isStdout: boolean;
  /** @throws {Failure} if the file cannot be written. */
  readonly write: (text: string) => Promise<void>;
}

/**
 * Checks that a file can be written. Without a path, or with `-`, the output is stdout.
 *
 * @throws {Failure} if the file cannot be written.
 */
export async function outputTo(
  { out, error }: Pick<Terminal, 'out' | 'error'>,
  path: string = standardStream,
): Promise<Output> {
  const name = nameOf(path);
  const rejected = (reason: unknown) => {
    throw fileFailure(name, reason, 'written');
  };
  const stream = path === standardStream ? 1 : await standardStreamAt(path).catch(rejected);
  if (stream !== undefined) {
    const print = stream === 1 ? out : error;
    return { file: undefined, isStdout: stream === 1, write: async (text) => print(shownLines(text)) };
  }
  await requireWritable(path).catch(rejected);
  return { file: name, isStdout: false, write: (text) => writeText(path, `${text}\n`).catch(rejected) };
}

const problems: Readonly<Record<string, string>> = {
  EISDIR: 'this is a folder, not a file',
  EACCES: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  ENXIO: 'this is a socket or a missing device, not a file',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'this file is not UTF-8 text',
};

/** Says why a file cannot be read or written. Node's message may name a temporary file instead of the user's file. */
function fileFailure(name: string, error: unknown, verb: 'read' | 'written'): Failure {
  const code = codeOf(error) ?? 'unknown error';
  const missing = code === 'ENOENT' || code === 'ENOTDIR';
  const noSuch = `there is no such ${verb === 'read' ? 'file' : 'folder'}`;
  return new Failure(
    `${name}: ${missing ? noSuch : (problems[code] ?? `this file cannot be ${verb} (${code})`)}.`,
  );
}

export function nameOf(path: string): string {
  if (path === standardStream) return 'stdin';
  return path === '' ? '""' : shown(path);
}
