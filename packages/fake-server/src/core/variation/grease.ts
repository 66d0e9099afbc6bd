/** Variation of what the interface leaves open, after RFC 8701: what nothing depends on can change. */
import { IdGenerator } from '../random.ts';
import { OptionError } from '../errors.ts';
import {
  choiceNames,
  greasePoints,
  variations,
  type Choice,
  type Choices,
  type GreasePoint,
} from './variations.ts';
import { typeName } from '../type-name.ts';

/** What to vary, and from which seed. */
export interface GreaseOptions {
  /** Whole number that all variation follows from. Default: `randomSeed`. */
  readonly seed?: number | undefined;
  /** Ids of the open points to vary; all others stay as they are. */
  readonly only?: readonly GreasePoint[] | undefined;
  /** Ids of the open points not to vary. */
  readonly except?: readonly GreasePoint[] | undefined;
}

/** Chooses how the next answer looks. */
export interface Grease {
  readonly seed: number;
  /** @param base - What is chosen where nothing is varied. */
  readonly choose: (base: Choices, chance: IdGenerator) => Choices;
}

/**
 * @param randomSeed - The seed where the option names none.
 * @returns `undefined` when nothing is to be varied.
 * @throws {OptionError} for an option that means nothing, such as the id of a point that is not varied.
 */
export function readGrease(option: boolean | number | GreaseOptions, randomSeed: number): Grease | undefined {
  if (option === false) return undefined;
  const { seed = randomSeed, only, except = [] } = optionsOf(option);
  if (!Number.isInteger(seed)) throw new OptionError('grease.seed', 'whole number');
  const included = pointsOf('grease.only', only ?? greasePoints);
  const excluded = pointsOf('grease.except', except);
  const varied = choiceNames.filter(
    (name) => included.has(variations[name].point) && !excluded.has(variations[name].point),
  );
  return { seed, choose: (base, chance) => choose(base, varied, seed, chance) };
}

function optionsOf(option: true | number | GreaseOptions): GreaseOptions {
  if (option === true) return {};
  if (typeof option === 'number') return { seed: option };
  const keys = typeName(option) === 'object' ? Object.keys(option) : ['no object'];
  if (keys.every((key) => ['seed', 'only', 'except'].includes(key))) return option;
  throw new OptionError('grease', 'boolean, seed, or an object with seed, only and except');
}

function pointsOf(option: string, points: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>(greasePoints);
  if (Array.isArray(points) && points.every((point: string) => known.has(point))) return new Set(points);
  throw new OptionError(option, `list of open points that are varied: ${greasePoints.join(', ')}`);
}

function choose(base: Choices, varied: readonly Choice[], seed: number, chance: IdGenerator): Choices {
  const chosen: Partial<Record<Choice, string>> = {};
  for (const [index, name] of varied.entries()) {
    const { values, settled } = variations[name];
    // What is the same in every answer, so that one resource reads the same each time, follows from the seed alone.
    const source = settled ? new IdGenerator(seed + index) : chance;
    chosen[name] = values[source.below(values.length)] ?? values[0];
  }
  // Each value was taken from the row of its own name.
  return { ...base, ...(chosen as Partial<Choices>) };
}
