/** Draws a curve as an SVG file that is legible in light and dark mode. */
import { importPeer } from './peers.ts';
import type { Curve, Line } from './report.ts';

/** The part of Observable Plot that is used here. */
interface PlotLibrary {
  plot(options: object): SVGElement & { scale(name: 'y'): Scale };
  lineY(data: unknown, channels: object): unknown;
  dot(data: unknown, channels: object): unknown;
  text(data: unknown, channels: object): unknown;
}

interface Scale {
  apply(value: number): number;
  invert(pixel: number): number;
}

/** The part of linkedom that is used here. */
interface DomLibrary {
  parseHTML(text: string): { readonly document: Document };
}

/** A contender's name at the end of its line. */
interface Label {
  readonly contender: string;
  readonly x: number;
  readonly y: number;
}

// Medium lightness for both modes, and distinguishable for colour-blind readers.
const colours = ['#0b84d8', '#e0662d', '#2f9e63', '#c2549d', '#8f78d6', '#a8842c', '#6b7f8f', '#d64550'];
const lineHeight = 14;

const style = `
  svg { color: #1f2328; --plot-background: transparent; font: 12px system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) { svg { color: #e6edf3; } }
`;

/** The text of an SVG file. Peers must be installed. */
export async function drawCurve(curve: Curve): Promise<string> {
  const library = await importPeer<PlotLibrary>('@observablehq/plot');
  const dom = await importPeer<DomLibrary>('linkedom');
  const { document } = dom.parseHTML('<!doctype html><html><body></body></html>');
  const draw = (labels: readonly Label[]) => library.plot(options(library, curve, labels, document));
  const ends = curve.lines.flatMap(endOf);
  const drawn = draw(spread(ends, draw(ends).scale('y')));
  const element = document.createElement('style');
  element.textContent = style;
  drawn.prepend(element);
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', curve.title);
  return `${drawn.outerHTML}\n`;
}

function options(library: PlotLibrary, curve: Curve, labels: readonly Label[], document: Document): object {
  const points = curve.lines.flatMap(({ contender, points }) =>
    points.map(([x, y]) => ({ contender, x, y })),
  );
  const axis = ({ label, log = false }: Curve['x']) => ({ label, type: log ? 'log' : 'linear', grid: true });
  const range = colours.slice(0, curve.lines.length);
  const domain = curve.lines.map(({ contender }) => contender);
  const channels = { x: 'x', y: 'y', stroke: 'contender' };
  return {
    document,
    width: 760,
    height: 380,
    marginLeft: 60,
    marginRight: 180,
    marginBottom: 40,
    style: { background: 'transparent' },
    x: { ...axis(curve.x), tickFormat: '~s', labelAnchor: 'center' },
    y: { ...axis(curve.y), tickFormat: '~s', ...(curve.y.log !== true && { zero: true }) },
    color: { type: 'categorical', domain, range },
    marks: [
      library.lineY(points, { ...channels, z: 'contender', strokeWidth: 2 }),
      library.dot(points, { x: 'x', y: 'y', fill: 'contender', r: 3 }),
      library.text(labels, {
        x: 'x',
        y: 'y',
        text: 'contender',
        fill: 'contender',
        textAnchor: 'start',
        dx: 8,
      }),
    ],
  };
}

function endOf({ contender, points }: Line): Label[] {
  const last = points.at(-1);
  return last === undefined ? [] : [{ contender, x: last[0], y: last[1] }];
}

/** Moves overlapping names apart, downwards. */
function spread(labels: readonly Label[], scale: Scale): Label[] {
  let lowest = Number.NEGATIVE_INFINITY;
  return labels
    .toSorted((a, b) => b.y - a.y)
    .map((label) => {
      lowest = Math.max(scale.apply(label.y), lowest + lineHeight);
      return { ...label, y: scale.invert(lowest) };
    });
}
