import uPlot from 'uplot';
import { statusKindNames, statusKinds } from '../table/status.ts';
import type { Zone } from '../time/zone.ts';
import { briefTime } from './axis-times.ts';
import type { PlotParts } from './plot-options.ts';
import type { Colours } from './use-colours.ts';

/** Steps between labels: whole numbers of requests. */
const wholeNumbers = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

/** Stacked bars: the tallest is drawn first, the others in front of it. */
export function stackedBars(colours: Colours, zone: Zone): PlotParts {
  const paths = uPlot.paths.bars?.({ align: 1, size: [0.92, 60], gap: 1 });
  return {
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max)] } },
    increments: wholeNumbers,
    readout: (plot, left) => barReadout(plot, left, zone),
    series: [
      {},
      ...statusKinds.toReversed().map((kind) => ({
        fill: () => colours(kind === 'other' ? '--muted' : `--${kind}`),
        width: 0,
        points: { show: false },
        ...(paths !== undefined && { paths }),
      })),
    ],
  };
}

/** The bar below the pointer. The count of a kind is its sum minus the sum below it. */
function barReadout(plot: uPlot, left: number, zone: Zone): string {
  const [starts = [], ...sums] = plot.data;
  const nearest = plot.posToIdx(left);
  const index = (starts[nearest] ?? 0) > plot.posToVal(left, 'x') ? nearest - 1 : nearest;
  const start = starts[index];
  if (start === undefined || sums[0]?.[index] === null) return '';
  const counts = statusKinds.toReversed().map((kind, series) => {
    const count = (sums[series]?.[index] ?? 0) - (sums[series + 1]?.[index] ?? 0);
    return count === 0 ? '' : `, ${count} ${statusKindNames[kind]}`;
  });
  return `${briefTime(start, zone)}${counts.toReversed().join('')}`;
}
