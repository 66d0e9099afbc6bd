/** Variation of what the interface leaves open, after RFC 8701: what nothing depends on can change. */
import { typeName } from '@mock-services/sdk/contract';
import { OptionError } from '../errors.ts';
import { wholeOption } from '../option-checks.ts';
import { seededRandom, type Random } from '../random.ts';
import {
  variationNames,
  variationOptions,
  type GreaseOptions,
  type VariationOptions,
} from './behaviour-options.ts';

/** Chooses the options of the next response. */
export interface Grease {
  readonly seed: number;
  /** @param base - The options of points that are not varied. */
  readonly choose: (base: VariationOptions, random: Random) => VariationOptions;
}

/**
 * @param randomSeed - The default seed.
 * @returns `undefined` when nothing is varied.
 * @throws {OptionError} when the option is invalid, such as the id of a point that is not varied.
 */
export function readGrease(option: boolean | number | GreaseOptions, randomSeed: number): Grease | undefined {
  if (option === false) return undefined;
  const { seed: given = randomSeed, only, except = [] } = optionsOf(option);
  const seed = wholeOption('grease.seed', given);
  const included = pointsOf('grease.only', only ?? greasePoints);
  const excluded = pointsOf('grease.except', except);
  const varied = variationNames.filter((name) => {
    const { point } = variationOptions[name];
    return included.has(point) && !excluded.has(point);
  });
  return { seed, choose: (base, random) => choose(base, varied, seed, random) };
}

const greasePoints = /*@__PURE__*/ variationNames.map((name) => variationOptions[name].point);

function optionsOf(option: true | number | GreaseOptions): GreaseOptions {
  if (option === true) return {};
  if (typeof option === 'number') return { seed: option };
  const isKnown = (key: string) => ['seed', 'only', 'except'].includes(key);
  if (typeName(option) === 'object' && Object.keys(option).every(isKnown)) return option;
  throw new OptionError('grease', 'true, false, a seed, or an object with seed, only and except', option);
}

function pointsOf(option: string, points: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>(greasePoints);
  const expected = `list of open points that are varied: ${greasePoints.join(', ')}`;
  if (!Array.isArray(points)) throw new OptionError(option, expected, points);
  for (const point of points as readonly string[]) {
    if (!known.has(point)) throw new OptionError(option, expected, point);
  }
  return new Set(points);
}

function choose(
  base: VariationOptions,
  varied: readonly (keyof VariationOptions)[],
  seed: number,
  random: Random,
): VariationOptions {
  const chosen: Partial<Record<keyof VariationOptions, string>> = {};
  for (const [index, name] of varied.entries()) {
    const { values, fixed } = variationOptions[name];
    const source = fixed ? seededRandom(seed + index) : random;
    chosen[name] = values[source.below(values.length)] ?? values[0];
  }
  // Each value is of the row of its own name.
  return { ...base, ...(chosen as Partial<VariationOptions>) };
}
