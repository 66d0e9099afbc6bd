/** Reads a file of mock services (a seed of the fake server), and reports all problems at once. */
import {
  activityEntry,
  activityMetadata,
  check,
  cors,
  identifier,
  type Issue,
  mockService,
  mockServiceConfig,
  pointerTo,
  recordedRequest,
  recordedResponse,
  timestamp,
  upstream,
  workspace,
  idKey,
} from '@mock-services/sdk/contract';
import leven from 'leven';
import * as z from 'zod/mini';
import { nameOf, readText } from './files.ts';
import { errorPosition, type Position, positionOfLevel, positionsIn } from './json-positions.ts';
import { counted, didYouMean, Failure, quoted, shown, type Terminal } from './terminal.ts';

/** A mock service in a file. A missing field keeps its current value, or gets a default if the mock service is new. */
export interface Entry {
  readonly id?: string | undefined;
  readonly type?: string | undefined;
  readonly title: string;
  readonly config?: object | undefined;
}

const config = z.extend(z.partial(mockServiceConfig), { cors: z.optional(z.partial(cors)) });
const draft = z.extend(z.partial(mockService), { config: z.optional(config) });
const body = z.optional(z.unknown());
const exchange = z.extend(z.partial(activityEntry), {
  request: z.optional(z.extend(z.partial(recordedRequest), { url: z.optional(z.url()), body })),
  response: z.optional(z.extend(z.partial(recordedResponse), { body })),
  metadata: z.optional(z.partial(activityMetadata)),
});

/** The schema is strict, because the service would drop an unknown field silently. */
const entry = z.strictObject({
  id: z.optional(identifier),
  type: z.optional(z.string()),
  title: z.string(),
  config: z.optional(config),
  createdAt: z.optional(timestamp),
  updatedAt: z.optional(timestamp),
});

const seed = z.strictObject({
  $schema: z.optional(z.string()),
  mockServices: z.optional(z.array(entry)),
  workspaces: z.optional(z.array(z.partial(workspace))),
  configurations: z.optional(z.record(z.string(), draft)),
  activity: z.optional(z.record(z.string(), z.array(exchange))),
});

/**
 * @param deletes - Whether mock services that the file does not list will be deleted.
 * @throws {Failure} if the file cannot be read or is invalid. The message has the line and column of each problem.
 */
export async function readSeedFile(
  terminal: Terminal,
  path: string,
  deletes = false,
): Promise<readonly Entry[]> {
  const text = await readText(terminal, path);
  const value = parse(path, text);
  const schemaIssues = check(seed, value);
  const entries = schemaIssues.length > 0 ? undefined : (value as { mockServices?: Entry[] }).mockServices;
  const issues = [...schemaIssues, ...misspelledFields(value), ...repeatedIds(entries ?? [])];
  if (issues.length === 0 && entries === undefined && deletes)
    throw new Failure(
      `${nameOf(path)}: the file has no "mockServices", so --delete would delete all mock services. Add the list, or "mockServices": [] to delete all.`,
    );
  if (issues.length === 0) return entries ?? [];
  const positionOf = positionsIn(text);
  const problems = issues
    .map((issue) => ({ issue, at: positionOf(issue.pointer) }))
    .sort((one, other) => one.at.line - other.at.line || one.at.column - other.at.column);
  const lines = problems.map(({ issue, at }) => `${located(path, at)}: ${describe(issue)}`);
  throw new Failure([`The file has ${counted(lines.length, 'problem')}:`, ...lines].join('\n'));
}

/** Functions that call themselves for each level would exceed the call stack at several thousand levels. */
const maxLevels = 1000;

function parse(path: string, text: string): unknown {
  const deep = positionOfLevel(text, maxLevels + 1);
  if (deep !== undefined)
    throw new Failure(
      `${located(path, deep)}: values are nested too deeply. Expected at most ${maxLevels} levels.`,
    );
  try {
    return JSON.parse(text);
  } catch {
    const { reason, ...at } = errorPosition(text);
    throw new Failure(`${located(path, at)}: invalid JSON: ${reason}.`);
  }
}

function located(path: string, { line, column }: Position): string {
  return `${nameOf(path)}:${line}:${column}`;
}

function describe({ path, expected, received, more }: Issue): string {
  if (more !== undefined) return `and ${more} more`;
  const text = shown(`${path === '' ? 'the file' : path}: expected ${expected}, received ${received}`);
  if (path === '' && received === 'array')
    return `${text}. Write { "mockServices": […] } around a list of mock services.`;
  const known = /^one of (.+)/.exec(expected)?.[1]?.split(', ') ?? [];
  const meant = didYouMean(path.slice(path.lastIndexOf('.') + 1), known);
  return meant === '' ? text : `${text}.${meant}`;
}

/** Finds unknown fields of a `config` that look misspelled, such as `upstream`. Other unknown fields are allowed. */
function misspelledFields(value: unknown): Issue[] {
  return listIn(value, 'mockServices').flatMap((service, index) => {
    const given = fieldOf(service, 'config');
    const keys = ['mockServices', index, 'config'];
    return [
      ...resembling(given, mockServiceConfig, keys),
      ...resembling(fieldOf(given, 'cors'), cors, [...keys, 'cors']),
      ...listIn(given, 'upstreams').flatMap((item, place) =>
        resembling(item, upstream, [...keys, 'upstreams', place]),
      ),
    ];
  });
}

function resembling(value: unknown, { shape }: z.ZodMiniObject, keys: readonly (string | number)[]): Issue[] {
  if (typeof value !== 'object' || value === null) return [];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  return unknown.flatMap((name) => {
    const isNear = (field: string) => leven(name.toLowerCase(), field.toLowerCase()) <= field.length / 4;
    const meant = Object.keys(shape).find(isNear);
    return meant === undefined ? [] : [issueAt([...keys, name], `\`${meant}\``, `\`${name}\``)];
  });
}

function repeatedIds(entries: readonly Entry[]): Issue[] {
  const ids = entries.map(({ id }) => id && idKey(id));
  // Reversed, so that the first entry with an id wins.
  const first = new Map(ids.map((id, index) => [id, index] as const).toReversed());
  return ids.flatMap((id, index) => {
    const twin = first.get(id);
    if (id === undefined || twin === index) return [];
    return [issueAt(['mockServices', index, 'id'], 'a unique id', `the id of mockServices[${twin}]`)];
  });
}

function issueAt(keys: readonly (string | number)[], expected: string, received: string): Issue {
  return { path: pathOf(keys), pointer: keys.reduce<string>(pointerTo, ''), expected, received };
}

/** Formats keys as in code, such as `config.upstreams[0].url`. */
export function pathOf(keys: readonly (string | number)[]): string {
  const parts = keys.map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    return /^[\w$]+$/.test(key) ? `.${key}` : `[${quoted(key)}]`;
  });
  return parts.join('').replace(/^\./, '');
}

export function fieldOf(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}
