/** This module formats measurements as Markdown tables, and compares the measurements with limits. */
import { medianOf, ratioOf, type Samples } from './measure.ts';

/** A column of a table. Each key in `cells` is the name of the row to which the cell belongs. */
export interface Column {
  readonly title: string;
  readonly cells: ReadonlyMap<string, string>;
}

/** A limit that the benchmarks enforce. */
export interface Guard {
  readonly what: string;
  readonly measured: number;
  readonly most: number;
  readonly unit: string;
}

/**
 * Result of one section of the benchmarks. The result contains tables and limits. Each key of `tables` is the name of
 * the marker in the documentation page where the table is inserted.
 */
export interface Result {
  readonly tables: Readonly<Record<string, string>>;
  readonly guards: readonly Guard[];
}

/**
 * Formats the number of calls per second. Each table cell contains the ratio to the value in the first row, followed by
 * the measured value. A higher number is better.
 */
export function speedColumn(title: string, samples: Samples): Column {
  return columnOf(title, samples, (name, first) => {
    return `${number(ratioOf(samples, first, name))} (${number(1000 / medianOf(samples, name))}/s)`;
  });
}

/**
 * Formats a time, a size or an amount of memory. Each table cell contains the ratio to the value in the first row,
 * followed by the measured value. A lower number is better.
 */
export function costColumn(title: string, samples: Samples, unit = 'ms'): Column {
  return columnOf(title, samples, (name, first) => {
    return `${number(ratioOf(samples, name, first))} (${number(medianOf(samples, name))} ${unit})`;
  });
}

function columnOf(title: string, samples: Samples, cellOf: (name: string, first: string) => string): Column {
  const names = [...samples.keys()];
  return { title, cells: new Map(names.map((name) => [name, cellOf(name, names[0] ?? name)])) };
}

/** Formats a table with one row per contender. */
export function tableOf(columns: readonly Column[]): string {
  const names = new Set(columns.flatMap(({ cells }) => [...cells.keys()]));
  return rowsToTable([
    ['', ...columns.map(({ title }) => title)],
    ...Array.from(names, (name) => [name, ...columns.map(({ cells }) => cells.get(name) ?? '')]),
  ]);
}

/** Formats a table with one row per guard. */
export function guardTable(guards: readonly Guard[]): string {
  const rows = guards.map(({ what, measured, most, unit }) => [
    what,
    `${number(measured)} ${unit}`,
    `${number(most)} ${unit}`,
  ]);
  return rowsToTable([['guard', 'measured', 'at most'], ...rows]);
}

/** Formats a Markdown table. The first row is the header. All columns except the first column are right-aligned. */
export function rowsToTable([header = [], ...rows]: readonly (readonly string[])[]): string {
  const rule = header.map((_, column) => (column === 0 ? '---' : '--:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * Whether a measurement exceeded its limit. A measurement has failed if the measured value exceeds its limit or is not
 * a number.
 */
export function isBroken({ measured, most }: Guard): boolean {
  return !(measured <= most);
}

/** Formats a number with three significant digits. A number of 100 or more is formatted as an integer. */
export function number(value: number): string {
  const digits = Math.abs(value) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  return value.toLocaleString('en', digits);
}
