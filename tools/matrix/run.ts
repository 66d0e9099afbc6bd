/** Runs one cell: a folder, an inbox and a fake of its own, and a time limit. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { command } from '../lib/command.ts';
import { versionAt } from '../lib/version.ts';
import { Unavailable, type Cell, type Context, type Outcome } from './cell.ts';
import { openInbox } from './inbox.ts';
import type { Check } from './scenario/check.ts';
import type { Workshop } from './workshop.ts';

/** How a cell ended. */
export interface Result {
  readonly cell: string;
  readonly version: string;
  readonly checks: readonly Check[];
  readonly seconds: number;
  readonly note?: string;
  /** Why it did not end. */
  readonly failure?: string;
  /** Whether this machine lacks what it needs. */
  readonly unavailable?: true;
}

/** Seconds that a program of a cell, or a page, may take. */
const limit = 170;

/** Never rejects. */
export async function runCell(cell: Cell, workshop: Workshop, quick: boolean): Promise<Result> {
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 100) / 10;
  let version = '';
  try {
    await using place = await openPlace(cell, workshop, quick);
    const { context, inbox } = place;
    version = await versionOf(cell, context);
    const outcome = await runAndCollect(cell, context, inbox);
    return { cell: cell.name, version, checks: [], ...outcome, seconds: seconds() };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const unavailable = error instanceof Unavailable && { unavailable: true as const };
    return { cell: cell.name, version, checks: [], seconds: seconds(), failure, ...unavailable };
  }
}

async function runAndCollect(
  cell: Cell,
  context: Context,
  inbox: Promise<readonly Check[]>,
): Promise<Outcome> {
  const outcome = await cell.run(context);
  if (outcome.checks !== undefined) return outcome;
  // The program has ended, so what it reported is there.
  const checks = await Promise.race([inbox, Promise.resolve(undefined)]);
  if (checks === undefined) throw new Error('the program ended well, but the scenario reported nothing');
  return { ...outcome, checks };
}

async function openPlace(cell: Cell, workshop: Workshop, quick: boolean) {
  const { createFakeServer } = await import('@mock-services/fake-server/core');
  const { serve } = await import('@mock-services/fake-server/node');
  const bench = await workshop.bench(cell.tools);
  const folder = join(bench, cell.name);
  await mkdir(folder);
  const running = await serve(createFakeServer(), { admin: true, corsOrigin: '*' });
  const inbox = await openInbox(running.url, join(folder, 'dist'));
  const context: Context = {
    folder,
    quick,
    inbox: inbox.url,
    scenario: workshop.scenario,
    tarballs: workshop.tarballs,
    tool: (...segments) => resolve(bench, '../node_modules', ...segments),
    write: (files) => writeAll(folder, files),
    execute: (file, ...args) => execute(folder, file, args),
    reported: () => Promise.race([inbox.checks, tooLate()]),
  };
  const close = async (): Promise<void> => {
    inbox.close();
    await running.close();
  };
  return { context, inbox: inbox.checks, [Symbol.asyncDispose]: close };
}

async function versionOf({ version }: Cell, context: Context): Promise<string> {
  return typeof version === 'string' ? versionAt(context.tool(version)) : version(context);
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function execute(folder: string, file: string, args: readonly string[]): Promise<string> {
  const { status, output } = await command(file, args, { cwd: folder, seconds: limit });
  if (status !== 0)
    throw new Error(`${[file, ...args].join(' ')} ended with ${status ?? 'a signal'}:\n${output}`);
  return output;
}

async function tooLate(): Promise<never> {
  await sleep(limit * 1000, undefined, { ref: false });
  throw new Error(`the page did not report within ${limit} s`);
}
