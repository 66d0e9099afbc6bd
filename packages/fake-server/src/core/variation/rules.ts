/** Options for what the interface leaves open, checked. */
import { readGrease, type Grease, type GreaseOptions } from './grease.ts';
import { OptionError } from '../errors.ts';
import { statuses, type ProblemStatus } from '../http/problem.ts';
import { knobsOf, type LoadableProfile } from './profile.ts';
import { typeName } from '../type-name.ts';
import { choiceNames, variations, type Choices } from './variations.ts';

/** What the nine operations do where the interface is silent. */
export interface Rules {
  /**
   * What happens to a workspace when it expires: `keep`, nothing; `hide`, it is not listed any more; `gone`, its
   * configuration and its activity are answered with 410 besides (open point `expiry`, §3). Default `keep`.
   */
  readonly onExpiry: 'keep' | 'hide' | 'gone';
  /** Whether an update sets `updatedAt` to the time (open point `updated-at`, §4). Default `changes`. */
  readonly updatedAt: 'changes' | 'stays';
  /**
   * Whether deleting a mock service that does not exist is refused with 404 or a success (open point
   * `error-conditions`, §7). Default `refused`.
   */
  readonly repeatedDelete: 'refused' | 'accepted';
}

const ruleValues = {
  onExpiry: ['keep', 'hide', 'gone'],
  updatedAt: ['changes', 'stays'],
  repeatedDelete: ['refused', 'accepted'],
} as const satisfies { readonly [Key in keyof Rules]: readonly Rules[Key][] };

type RuleKnobs = { readonly [Key in keyof Rules]?: Rules[Key] | undefined };
type ChoiceKnobs = { readonly [Key in keyof Choices]?: Choices[Key] | undefined };

/** Options for the open points of the register. Each entry of the register names its own in `knob`. */
export interface Knobs extends RuleKnobs, ChoiceKnobs {
  /** Other statuses for errors, such as `{ 422: 400 }` (open point `error-statuses`, §7). Default none. */
  readonly errorStatuses?: { readonly [Status in ProblemStatus]?: number } | undefined;
  /**
   * Token that every request has to carry as `Authorization: Bearer`; 401 otherwise (open point `authentication`,
   * §5). Default none.
   */
  readonly requiredToken?: string | undefined;
  /**
   * Varies, repeatably, how answers look wherever the register of open points allows it, so that nothing comes to
   * depend on it: `true`, a seed, or what to vary. The header `x-mock-services-grease` of an answer names the points
   * that were varied in it. Default false.
   *
   * @example
   * ```ts
   * import { createFakeServer } from '@mock-services/fake-server/core';
   *
   * createFakeServer({ grease: { seed: 7, except: ['list-order'] } });
   * ```
   */
  readonly grease?: boolean | number | GreaseOptions | undefined;
  /**
   * What a conformance run observed of a real service, to behave like as far as there are options for it. Other
   * options take precedence.
   */
  readonly profile?: LoadableProfile | undefined;
}

/** All of it, resolved. */
export interface Settings {
  readonly rules: Rules;
  /** `undefined` where every answer looks as it does by default. */
  readonly look: Look | undefined;
  readonly requiredToken: string | undefined;
}

/** How answers look. */
export interface Look {
  readonly choices: Choices;
  readonly errorStatuses: Readonly<Partial<Record<number, number>>>;
  readonly grease: Grease | undefined;
}

/** @throws {OptionError} for a value that means nothing. */
export function readKnobs(options: Knobs, randomSeed: number): Settings {
  const knobs: Knobs = { ...knobsOf(options.profile), ...given(options) };
  const { errorStatuses = {}, requiredToken, grease: greaseOption = false } = knobs;
  checkStatuses(errorStatuses);
  if (requiredToken !== undefined && (typeof requiredToken !== 'string' || requiredToken === '')) {
    throw new OptionError('requiredToken', 'text');
  }
  const rules = {
    onExpiry: oneOf('onExpiry', knobs.onExpiry, ruleValues.onExpiry),
    updatedAt: oneOf('updatedAt', knobs.updatedAt, ruleValues.updatedAt),
    repeatedDelete: oneOf('repeatedDelete', knobs.repeatedDelete, ruleValues.repeatedDelete),
  };
  const choices = Object.fromEntries(
    choiceNames.map((name) => [name, oneOf(name, knobs[name], variations[name].values)]),
  );
  const grease = readGrease(greaseOption, randomSeed);
  const isDefault =
    !grease &&
    Object.keys(errorStatuses).length === 0 &&
    choiceNames.every((name) => choices[name] === variations[name].values[0]);
  // Every name has a value out of its own row.
  const look = { choices: choices as Partial<Choices> as Choices, errorStatuses, grease };
  return { rules, look: isDefault ? undefined : look, requiredToken };
}

function oneOf<Value extends string>(
  option: string,
  value: Value | undefined,
  values: readonly [Value, ...Value[]],
): Value {
  if (value === undefined) return values[0];
  if (values.includes(value)) return value;
  throw new OptionError(option, values.map((each) => `'${each}'`).join(', '));
}

function given(options: Knobs): Knobs {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function checkStatuses(mapped: Readonly<Record<string, number | undefined>>): void {
  const isStatus = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
  const valid =
    typeName(mapped) === 'object' &&
    Object.entries(mapped).every(([from, to]) => statuses.includes(from) && isStatus(to));
  if (!valid)
    throw new OptionError('errorStatuses', `object from ${statuses.join(', ')} to statuses of errors`);
}
