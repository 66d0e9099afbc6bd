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

/**
 * A mock service in a file. An omitted field keeps its current value, or gets a default value in a new mock service.
 */
export interface Entry {
  readonly id?: string | undefined;
  readonly type?: string | undefined;
  readonly title: string;
  readonly config?: object | undefined;
}

/**
 * Titles are required, because they identify mock services. Unknown fields are errors, because a service may drop them.
 */
const entry = z.strictObject({ ...mockServiceDraft.shape, title: z.string() });
const file = z.extend(seed, { mockServices: z.optional(z.array(entry)) });

export interface MockServiceFile extends Pick<SeedFile, 'variables'> {
  readonly entries: readonly Entry[];
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

/** If an object has both a known field and a field with a similar name, the similar field may belong to the service. */
function misspelled(value: unknown): Issue[] {
  const { mockServices } = Object(value) as { readonly mockServices?: unknown };
  return misspelledFields(z.array(mockServiceDraft), mockServices)
    .filter(({ keys, isGiven }) => keys.length > 2 && !isGiven)
    .map(({ keys, meant }) =>
      issueAt(['mockServices', ...keys], `\`${meant}\``, `\`${String(keys.at(-1))}\``),
    );
}
