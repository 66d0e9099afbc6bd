/** Validates behavior options, and chooses random values for grease (RFC 8701). */
import { typeName } from '@mock-services/sdk/contract';
import { optionError } from '../errors.ts';
import { problemStatuses } from '../http/problem.ts';
import { oneOfOption, integerOption } from '../option-checks.ts';
import { seededRandom, type Random } from '../random.ts';
import {
  operationOptions,
  variationNames,
  variationOptions,
  type BehaviorOptions,
  type GreaseOptions,
  type OperationOptions,
  type VariationOptions,
} from './behavior-options.ts';

/** Determines how a fake server behaves where the interface does not specify the behavior. */
export interface Behavior {
  readonly operations: OperationOptions;
  /** Settings that vary responses, or `undefined` if all responses have their default form. */
  readonly variation: Variation | undefined;
  readonly requiredToken: string | undefined;
}

/** Settings that change responses. */
export interface Variation {
  readonly options: VariationOptions;
  readonly errorStatuses: Readonly<Partial<Record<number, number>>>;
  readonly grease: Grease | undefined;
}

/** @throws {FakeServerError} (`invalid-option`) if an option is invalid. */
export function readBehavior(given: BehaviorOptions, randomSeed: number): Behavior {
  const { requiredToken, grease: greaseOption = false } = given;
  const errorStatuses = readStatuses(given.errorStatuses ?? noStatuses);
  if (requiredToken !== undefined && (typeof requiredToken !== 'string' || requiredToken === '')) {
    throw optionError('requiredToken', 'a string that is not empty');
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

function readVariation(given: BehaviorOptions): VariationOptions {
  const options = Object.fromEntries(
    variationNames.map((name) => [name, oneOfOption(name, given[name], variationOptions[name].values)]),
  );
  // Each value was checked against the allowed values of its option.
  return options as Partial<VariationOptions> as VariationOptions;
}

const noStatuses = {};

/** Validates and copies the `errorStatuses` option. */
function readStatuses(
  statuses: NonNullable<BehaviorOptions['errorStatuses']>,
): NonNullable<BehaviorOptions['errorStatuses']> {
  if (statuses === noStatuses) return noStatuses;
  const copy = { ...statuses };
  const isErrorStatus = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
  const known = problemStatuses.map(String);
  const isValid =
    typeName(statuses) === 'object' &&
    Object.entries(copy).every(([from, to]) => known.includes(from) && isErrorStatus(to));
  if (!isValid) throw optionError('errorStatuses', `an object from ${known.join(', ')} to error statuses`);
  return copy;
}

/** Chooses random options for each response. */
interface Grease {
  readonly seed: number;
  /**
   * Returns the options for the next response.
   *
   * @param base - Options for the open points that the `grease` option does not vary.
   */
  readonly choose: (base: VariationOptions, random: Random) => VariationOptions;
}

/**
 * Reads the `grease` option.
 *
 * @param randomSeed - The seed that is used if the option contains no seed.
 * @returns An object that chooses random options for each response, or `undefined` if there is nothing to vary.
 * @throws {FakeServerError} (`invalid-option`) if the option is invalid, for example because it names an open point that grease cannot vary.
 */
function readGrease(option: boolean | number | GreaseOptions, randomSeed: number): Grease | undefined {
  if (option === false) return undefined;
  const { seed: given = randomSeed, only, except = [] } = optionsOf(option);
  const seed = integerOption('grease.seed', given);
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
  throw optionError('grease', 'true, false, a seed, or an object with seed, only and except', option);
}

function pointsOf(option: string, points: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>(greasePoints);
  const expected = `a list of these open points: ${greasePoints.join(', ')}`;
  if (!Array.isArray(points)) throw optionError(option, expected, points);
  for (const point of points as readonly string[]) {
    if (!known.has(point)) throw optionError(option, expected, point);
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
  // Each value is one of the allowed values of its option.
  return { ...base, ...(chosen as Partial<VariationOptions>) };
}
