import {
  contentFailure,
  Failure,
  type Part,
  readSeedFile,
  type SeedFile,
  type Terminal,
  wholeOf,
} from '@mock-services/cli-kit';
import { type Issue, issueAt } from '@mock-services/sdk/contract';
import { misspelledFields, mockServiceDraft, seed, seedIssues } from '@mock-services/sdk/seed';
import * as z from 'zod/mini';
import type { Options } from './options.ts';

/** A mock service in a file. A missing field keeps its current value, or gets a default if the mock service is new. */
export interface Entry {
  readonly id?: string | undefined;
  readonly type?: string | undefined;
  readonly title: string;
  readonly config?: object | undefined;
}

/** The titles identify mock services. The schema is strict, because the service would drop an unknown field silently. */
const entry = z.strictObject({ ...mockServiceDraft.shape, title: z.string() });
const file = z.extend(seed, { mockServices: z.optional(z.array(entry)) });

export interface MockServiceFile extends Pick<SeedFile, 'variables'> {
  readonly entries: readonly Entry[];
  /** Returns the part of the file with the entry at an index. */
  readonly partOf: (place: number) => Part | undefined;
}

/** @throws {Failure} if the file cannot be read or is invalid. The message has the line and column of each problem. */
export async function readMockServiceFile(
  terminal: Terminal,
  path: string,
  { delete: deletes = false, var: variables }: Options<'diff' | 'apply'>,
): Promise<MockServiceFile> {
  const json = await readSeedFile(terminal, path, variables);
  const issues = [...seedIssues(json.value, file), ...misspelled(json.value)];
  if (issues.length > 0) throw contentFailure(json, issues);
  const { mockServices: entries } = json.value as { readonly mockServices?: readonly Entry[] };
  if (entries === undefined && deletes)
    throw new Failure(
      `${json.name}: the file has no "mockServices", so --delete would delete all mock services. Add the list, or "mockServices": [] to delete all.`,
    );
  const list = wholeOf(json).part('mockServices');
  return { entries: entries ?? [], variables: json.variables, partOf: (place) => list?.part(place) };
}

/**
 * The fake server only warns of such fields, but the service would ignore what the user wanted to configure. A service may
 * have a field of its own beside a similar one.
 */
function misspelled(value: unknown): Issue[] {
  const { mockServices } = Object(value) as { readonly mockServices?: unknown };
  return misspelledFields(z.array(mockServiceDraft), mockServices)
    .filter(({ keys, isGiven }) => keys.length > 2 && !isGiven)
    .map(({ keys, meant }) =>
      issueAt(['mockServices', ...keys], `\`${meant}\``, `\`${String(keys.at(-1))}\``),
    );
}
