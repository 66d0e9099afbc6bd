/** Reads the options of open points, and chooses their values if grease varies them (RFC 8701). */
import { typeName } from '@mock-services/sdk/contract';
import { OptionError } from '../errors.ts';
import { problemStatuses } from '../http/problem.ts';
import { oneOfOption, wholeOption } from '../option-checks.ts';
import { seededRandom, type Random } from '../random.ts';
import {
  operationOptions,
  variationNames,
  variationOptions,
  type BehaviourOptions,
  type GreaseOptions,
  type OperationOptions,
  type VariationOptions,
} from './behaviour-options.ts';

/** What a fake server does where the interface leaves it open. */
export interface Behaviour {
  readonly operations: OperationOptions;
  /** `undefined` where every response is as it is by default. */
  readonly variation: Variation | undefined;
  readonly requiredToken: string | undefined;
}

/** How responses are shaped. */
export interface Variation {
  readonly options: VariationOptions;
  readonly errorStatuses: Readonly<Partial<Record<number, number>>>;
  readonly grease: Grease | undefined;
}

/** @throws {OptionError} when an option is invalid. */
export function readBehaviour(given: BehaviourOptions, randomSeed: number): Behaviour {
  const { requiredToken, grease: greaseOption = false } = given;
  const errorStatuses = readStatuses(given.errorStatuses ?? asTheyAre);
  if (requiredToken !== undefined && (typeof requiredToken !== 'string' || requiredToken === '')) {
    throw new OptionError('requiredToken', 'text, not empty');
  }
  const operations = {
    onExpiry: oneOfOption('onExpiry', given.onExpiry, operationOptions.onExpiry),
    updatedAt: oneOfOption('updatedAt', given.updatedAt, operationOptions.updatedAt),
    repeatedDelete: oneOfOption('repeatedDelete', given.repeatedDelete, operationOptions.repeatedDelete),
  };
  const grease = readGrease(greaseOption, randomSeed);
  const isDefault =
    !grease &&
    Object.keys(errorStatuses).length === 0 &&
    variationNames.every(
      (name) => given[name] === undefined || given[name] === variationOptions[name].values[0],
    );
  const variation = isDefault ? undefined : { options: readVariation(given), errorStatuses, grease };
  return { operations, variation, requiredToken };
}

function readVariation(given: BehaviourOptions): VariationOptions {
  const options = Object.fromEntries(
    variationNames.map((name) => [name, oneOfOption(name, given[name], variationOptions[name].values)]),
  );
  // Every name has a value of its own row.
  return options as Partial<VariationOptions> as VariationOptions;
}

const asTheyAre = {};

/** A copy of the option. */
function readStatuses(
  statuses: NonNullable<BehaviourOptions['errorStatuses']>,
): NonNullable<BehaviourOptions['errorStatuses']> {
  if (statuses === asTheyAre) return asTheyAre;
  const copy = { ...statuses };
  const isErrorStatus = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
  const known = problemStatuses.map(String);
  const isValid =
    typeName(statuses) === 'object' &&
    Object.entries(copy).every(([from, to]) => known.includes(from) && isErrorStatus(to));
  if (!isValid) throw new OptionError('errorStatuses', `object from ${known.join(', ')} to error statuses`);
  return copy;
}

/** Chooses the options of the next response. */
interface Grease {
  readonly seed: number;
  /** @param base - The options of points that are not varied. */
  readonly choose: (base: VariationOptions, random: Random) => VariationOptions;
}

/**
 * @param randomSeed - The default seed.
 * @returns `undefined` when nothing is varied.
 * @throws {OptionError} when the option is invalid, such as the id of a point that is not varied.
 */
function readGrease(option: boolean | number | GreaseOptions, randomSeed: number): Grease | undefined {
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
