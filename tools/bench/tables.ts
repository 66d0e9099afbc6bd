/** Formats measurements as Markdown tables, and compares them with limits. */
import { medianOf, ratioOf, type Samples } from './measure.ts';

/** Cells of one column, by the name of the contender. */
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

/** Result of one section: its tables by marker name, and its guards. */
export interface Result {
  readonly tables: Readonly<Record<string, string>>;
  readonly guards: readonly Guard[];
}

/** Formats calls per second: first the ratio to the first contender, and then the number. Higher is better. */
export function speedColumn(title: string, samples: Samples): Column {
  return columnOf(title, samples, (name, first) => {
    return `${number(ratioOf(samples, first, name))} (${number(1000 / medianOf(samples, name))}/s)`;
  });
}

/** Formats time, size or memory: first the ratio to the first contender, and then the number. Lower is better. */
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

/** Formats a Markdown table. The first row is the header. Columns after the first are right-aligned. */
export function rowsToTable([header = [], ...rows]: readonly (readonly string[])[]): string {
  const rule = header.map((_, column) => (column === 0 ? '---' : '--:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Whether a measurement exceeds its limit or is not a number. */
export function isBroken({ measured, most }: Guard): boolean {
  return !(measured <= most);
}

/** Formats a number with three significant digits, or as an integer if it is 100 or more. */
export function number(value: number): string {
  const digits = Math.abs(value) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  return value.toLocaleString('en', digits);
}
