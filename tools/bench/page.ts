/** `docs/performance.md`: what the benches last found, as tables and plots. */
import { boundOf, isReached, number } from './report.ts';
import type { Measurement, Part } from './report.ts';

/** The bench of one package. */
export interface Bench {
  /** The package's own name. */
  readonly name: string;
  /** What its plots are named by. */
  readonly short: string;
  readonly parts: readonly Part[];
}

const head = `# Performance

What the packages cost, beside others that serve the same nine endpoints and beside the least work that could. Written by
\`npm run bench\`, from a clone and in about a quarter of an hour; \`npm run bench -- --help\` tells of parts of it. Do not edit
this page.

Contenders take turns within one run, and each figure is the median of several rounds. In brackets is the median of its
ratios to the baseline in the same round: absolute figures differ by machine, ratios hardly do. Peers are in the
versions that \`tools/peers\` locks, and their clients are generated from [openapi.json](openapi.json) by their own generators
with default settings.
`;

export function pageOf(benches: readonly Bench[]): string {
  return [head, ...benches.filter(({ parts }) => parts.length > 0).map(section)].join('\n');
}

/** The file beside the page that a curve is drawn to. */
export function plotFile(bench: Bench, curve: { readonly id: string }): string {
  return `performance-${bench.short}-${curve.id}.svg`;
}

function section(bench: Bench): string {
  return [`## \`${bench.name}\`\n`, ...bench.parts.map((part) => describe(bench, part))].join('\n');
}

function describe(bench: Bench, part: Part): string {
  const { title, about, machine, taken, measurements = [], curves = [] } = part;
  const plots = curves.map((curve) => `![${curve.title}](${plotFile(bench, curve)})\n`);
  const where = `Node ${machine.node}, ${machine.platform}, ${machine.cpus} processors, ${taken.slice(0, 10)}.`;
  return [`### ${title}\n`, `${about} ${where}\n`, ...tables(measurements), ...plots].join('\n');
}

/** One table for all measurements of the same contenders. */
function tables(measurements: readonly Measurement[]): string[] {
  const groups = new Map<string, Measurement[]>();
  for (const measurement of measurements) {
    const contenders = measurement.rows.map(({ contender }) => contender).join('\n');
    groups.set(contenders, [...(groups.get(contenders) ?? []), measurement]);
  }
  return Array.from(groups.values(), (group) => [table(group), bounds(group)].join('\n'));
}

function table(group: readonly Measurement[]): string {
  const headings = group.map(({ title, unit }) => `${title} (${unit})`);
  const rows = (group[0]?.rows ?? []).map(({ contender }, index) => [
    contender,
    ...group.map((measurement) => cell(measurement, index)),
  ]);
  const rule = ['---', ...headings.map(() => '--:')];
  return [['contender', ...headings], rule, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function cell({ rows, baseline }: Measurement, index: number): string {
  const row = rows[index];
  if (row === undefined) return '';
  return row.contender === baseline ? number(row.median) : `${number(row.median)} (${number(row.ratio)})`;
}

/** What is to be reached, and what was. */
function bounds(group: readonly Measurement[]): string {
  const lines = group.flatMap((measurement) =>
    (measurement.reach ?? []).map((reach) => {
      const figure = measurement.rows.find(({ contender }) => contender === reach.contender)?.[reach.of];
      const verdict = isReached(measurement, reach) ? 'kept' : '**missed**';
      const found = figure === undefined ? 'not measured' : `with ${number(figure)}`;
      const what = `${measurement.title}, ${reach.contender}: ${reach.of} ${boundOf(reach)}`;
      return `- ${what}: ${verdict}, ${found}\n`;
    }),
  );
  return lines.length === 0 ? '' : `To be reached:\n\n${lines.join('')}`;
}
