import { readFile } from 'node:fs/promises';
import { formatIssue, type Issue } from '@mock-services/sdk/contract';
import {
  isFakeServerError,
  profileOptions,
  type FakeServerError,
  type Profile,
  type Seed,
} from '../../core/index.ts';
import { countOf, problemsIn, maxListedIssues } from '../../core/errors.ts';
import { linesOf, positionsIn, syntaxErrorIn } from './json-positions.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

/** The path `-` means stdin. */
export async function readSeed<Result>(
  path: string,
  terminal: Terminal,
  use: (seed: Seed) => Result,
): Promise<Result> {
  const { name, text, value } = await readJson(path, terminal);
  try {
    // `use` validates the seed.
    return use(value as Seed);
  } catch (error) {
    throw isFakeServerError(error, 'invalid-seed') ? contentFailure(name, text, error) : error;
  }
}

/** Logs a line for each observation that no option reproduces. */
export async function readProfile(path: string, terminal: Terminal): Promise<Profile> {
  const { name, text, value } = await readJson(path, terminal);
  const fail = (position: string, reason: string) =>
    new CommandFailure('seed', `${name}${position}: ${reason}.`);
  const prototype = /"__proto__"\s*:/.exec(text);
  if (prototype) throw fail(linesOf(text)(prototype.index), 'a profile has no field __proto__');
  try {
    const profile = value as Profile;
    // `profileOptions` validates the profile.
    const { unsupported } = profileOptions(profile);
    for (const { point, observed, reason } of unsupported)
      terminal.error(`profile: ${point}: observed ${JSON.stringify(observed)}; ${reason}`);
    return profile;
  } catch (error) {
    // A `RangeError` means that the profile is nested too deeply for the call stack.
    if (error instanceof RangeError)
      throw fail(linesOf(text)(deepOffset(text)), 'values are nested too deeply');
    if (!isFakeServerError(error, 'invalid-option')) throw error;
    const [issue] = error.issues;
    const pointer = issue?.pointer.replace('/profile', '') ?? '';
    throw fail(positionsIn(text)(pointer), `expected ${issue?.expected}`);
  }
}

/** Returns the offset of the first bracket that is nested in 1,000 others. */
function deepOffset(text: string): number {
  let depth = 0;
  for (const [offset, character] of Array.from(text).entries()) {
    if ('[{'.includes(character)) depth += 1;
    if (']}'.includes(character)) depth -= 1;
    if (depth > 1000) return offset;
  }
  return 0;
}

interface JsonFile {
  /** Name for messages. */
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
}

async function readJson(path: string, { stdin }: Terminal): Promise<JsonFile> {
  const isStdin = path === '-';
  const name = isStdin ? 'stdin' : path;
  const text = await decode(name, isStdin ? stdin() : readFile(path));
  try {
    return { name, text, value: JSON.parse(text) };
  } catch {
    throw syntaxFailure(name, text);
  }
}

async function decode(name: string, bytes: Promise<Uint8Array>): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await bytes);
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new CommandFailure('seed', `${name}: ${unreadable[String(code)] ?? 'this file cannot be read'}.`);
  }
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, not a JSON file',
  EACCES: 'no permission to read this file',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'this file is not UTF-8 text',
};

function syntaxFailure(path: string, text: string): CommandFailure {
  const error = syntaxErrorIn(text);
  const reason = error === undefined ? '' : `: ${error.reason}`;
  return new CommandFailure('seed', `${path}${error?.position ?? ''}: invalid JSON${reason}.`);
}

function adviceFor({ pointer, received }: Issue): string {
  const isList = pointer === '' && received === 'array';
  return isList ? '. Write { "mockServices": […] } around a list of mock services.' : '';
}

function contentFailure(path: string, text: string, { issues }: FakeServerError): CommandFailure {
  const positionOf = positionsIn(text);
  const lines = issues
    .slice(0, maxListedIssues)
    .map((issue) => `${path}${positionOf(issue.pointer)}: ${formatIssue(issue)}${adviceFor(issue)}`);
  const more = countOf(issues) - lines.length;
  const title = `The seed has ${problemsIn(issues)}:`;
  return new CommandFailure('seed', [title, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
}
