/**
 * This module writes the generated tables of `docs/support.md`. The results of earlier runs are stored only in
 * `docs/support.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { replaceGenerated } from '../lib/generated.ts';
import { at } from '../lib/paths.ts';
import type { Cell } from './cell.ts';
import type { Check } from './scenario/world.ts';

/** Result of a cell. */
export interface Result {
  readonly cell: Cell;
  readonly version: string;
  readonly checks: readonly Check[];
  readonly seconds: number;
  readonly note?: string;
  /** The reason why the cell ended early. */
  readonly failure?: string;
  /** Whether this cell of the test matrix could not run on this machine, for example because a program is missing. */
  readonly unavailable?: true;
}

const path = at('docs/support.md');

/**
 * Writes the tables to `docs/support.md`. If a cell of the test matrix did not run, its row in the tables stays
 * unchanged.
 */
export function writeTables(
  kinds: Readonly<Record<string, readonly Cell[]>>,
  results: readonly Result[],
): void {
  const tables = (current: string): string => {
    const rows = new Map(
      [...current.matchAll(/^\| [^|]*\(`([^`]+)`\) \|.*$/gm)].map(([row, name]) => [name, row]),
    );
    for (const result of results) {
      if (!result.unavailable) rows.set(result.cell.name, rowOf(result));
    }
    return Object.entries(kinds)
      .flatMap(([kind, cells]) => [
        `## ${kind}\n`,
        '| cell | version | checks passed | notes | date |',
        '| --- | --- | --: | --- | --- |',
        ...cells.map((cell) => rows.get(cell.name) ?? `| ${titleOf(cell)} | | not run | | |`),
        '',
      ])
      .join('\n');
  };
  writeFileSync(path, replaceGenerated(readFileSync(path, 'utf8'), { cells: tables }));
}

function rowOf({ cell, version, checks, note, failure }: Result): string {
  const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const failures = [...(failure === undefined ? [] : [failure]), ...failed];
  const passed = checks.length - failed.length;
  const count = failures.length === 0 ? `${passed}` : `**${passed} of ${checks.length}**`;
  const notes = [note ?? '', ...failures.map((text) => `fails: ${text.split('\n', 1)[0]}`)];
  const date = new Date().toISOString().slice(0, 10);
  const cells = [
    titleOf(cell),
    version,
    count,
    notes.filter(Boolean).join('; ').replaceAll('|', '\\|'),
    date,
  ];
  return `| ${cells.join(' | ')} |`;
}

function titleOf({ title, name }: Cell): string {
  return `${title} (\`${name}\`)`;
}
