/** The results of a bench, as saved in `results.json` beside it: small, without names of machines or people. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** The machine, as far as figures depend on it. */
export interface Machine {
  readonly node: string;
  readonly cpus: number;
  readonly platform: string;
}

/** The figures of one contender. */
export interface Row {
  readonly contender: string;
  /** One figure of each round, in the measurement's unit. */
  readonly samples: readonly number[];
  readonly median: number;
  /** Median of the ratios to the baseline in the same round, which vary little between machines. */
  readonly ratio: number;
}

/** A limit that one contender must keep. */
export interface Reach {
  readonly contender: string;
  /** Which of its figures. */
  readonly of: 'ratio' | 'median';
  readonly least?: number;
  readonly most?: number;
}

/** Everything about a measurement but its figures. */
export interface Question {
  /** Unique within the package; what links name it by. */
  readonly id: string;
  readonly title: string;
  /** `ms`, `calls/s`, `B`, `MiB`, … */
  readonly unit: string;
  /** The contender that ratios refer to. */
  readonly baseline: string;
  readonly better: 'more' | 'less';
  readonly reach?: readonly Reach[];
}

/** Contenders side by side. */
export interface Measurement extends Question {
  readonly rows: readonly Row[];
}

/** An axis of a plot. */
export interface Axis {
  readonly label: string;
  readonly log?: boolean;
}

/** One contender's curve. */
export interface Line {
  readonly contender: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** How contenders scale with a size. */
export interface Curve {
  readonly id: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
}

/** How the time of a function grows with the size of what it is given. */
export interface Growth {
  readonly name: string;
  readonly growth: 'linear' | 'constant';
  readonly n: number;
  /** Microseconds of processor time at the size `n`. */
  readonly small: number;
  /** The same at 8 times the size. */
  readonly large: number;
  /** How often `large` is `small`. */
  readonly factor: number;
  /** How often it may be. */
  readonly most: number;
}

/** The results of a part of a bench. */
export interface Found {
  readonly measurements?: readonly Measurement[];
  readonly growths?: readonly Growth[];
  readonly curves?: readonly Curve[];
}

/** The same with its description. */
export interface Part extends Found {
  readonly name: string;
  readonly title: string;
  /** How it was measured, in a sentence or two for the page. */
  readonly about: string;
  /** ISO 8601, to the second. */
  readonly taken: string;
  readonly machine: Machine;
}

/** This machine. */
export function machine(): Machine {
  return {
    node: process.versions.node,
    cpus: availableParallelism(),
    platform: `${process.platform} ${process.arch}`,
  };
}

/** The parts of the bench in `folder`; none before its first run. */
export function readResults(folder: string): readonly Part[] {
  const path = join(folder, 'results.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Part[]) : [];
}

/** Replaces parts by new ones of the same name, in the order of `names`; drops parts with other names. */
export function writeResults(folder: string, names: readonly string[], fresh: readonly Part[]): void {
  const kept = [...fresh, ...readResults(folder)];
  const parts = names.flatMap((name) => kept.find((part) => part.name === name) ?? []);
  const text = JSON.stringify(parts, null, 2);
  // Numbers share a line; otherwise the file would have thousands.
  const folded = text.replace(/\[[-\d.,e+\s]+\]/g, (list) => list.replaceAll(/\s+/g, ' '));
  writeFileSync(join(folder, 'results.json'), `${folded}\n`);
}

/** Whether the limit is kept. */
export function isReached({ rows }: Measurement, { contender, of, least, most }: Reach): boolean {
  const figure = rows.find((row) => row.contender === contender)?.[of] ?? Number.NaN;
  return figure >= (least ?? Number.NEGATIVE_INFINITY) && figure <= (most ?? Number.POSITIVE_INFINITY);
}

/** Whether the time grows as it may. */
export function isBounded({ factor, most }: Growth): boolean {
  return factor <= most;
}

/** `at least 0.93`, `at most 16,384`. */
export function boundOf({ least, most }: Reach): string {
  const bounds = [
    least === undefined ? [] : `at least ${number(least)}`,
    most === undefined ? [] : `at most ${number(most)}`,
  ];
  return bounds.flat().join(' and ');
}

/** Three significant digits, or the whole number, for a reader. */
export function number(value: number): string {
  const isWhole = Math.abs(value) >= 100;
  return value.toLocaleString('en', isWhole ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}
