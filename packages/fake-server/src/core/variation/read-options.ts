import { typeName } from '@mock-services/sdk/contract';
import { OptionError } from '../errors.ts';
import { problemStatuses } from '../http/problem.ts';
import { oneOfOption } from '../option-checks.ts';
import {
  operationOptions,
  variationNames,
  variationOptions,
  type BehaviourOptions,
  type OperationOptions,
  type VariationOptions,
} from './behaviour-options.ts';
import { readGrease, type Grease } from './grease.ts';

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
