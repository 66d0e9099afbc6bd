import uPlot from 'uplot';
import { statusKinds } from '../table/status.ts';
import type { PlotParts } from './plot.tsx';
import type { Colours } from './use-colours.ts';

/** Bars on top of each other: the tallest is drawn first, the rest in front of it. */
export function stackedBars(colours: Colours): PlotParts {
  const paths = uPlot.paths.bars?.({ align: 1, size: [0.92, 60], gap: 1 });
  return {
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max)] } },
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
