/** Output shows values from the file as written, with `${NAME}` in place of variables, and without credentials. */
import type { Part } from '@mock-services/cli-kit';
import { isApiError, type MockServiceInput } from '@mock-services/sdk';
import { idKey } from '@mock-services/sdk/contract';
import { redactValue } from '@mock-services/sdk/seed';
import type { DoneStep, Outcome } from './apply.ts';
import { type Change, isObject, ownValue, type Plan, type Step } from './plan.ts';
import type { Secrets } from './secrets.ts';
import { describeFailure } from './service.ts';

export type ToldChange = Pick<Change, 'path' | 'from' | 'to'>;

/** A step in the output of `--json`. */
export interface ToldStep {
  readonly action: Step['action'];
  readonly title: string;
  readonly idInFile?: string | undefined;
  readonly id?: string;
  readonly input?: unknown;
  readonly changes?: readonly ToldChange[];
}

export interface ToldPlan extends Omit<Plan, 'steps'> {
  readonly steps: readonly ToldStep[];
}

export interface ToldOutcome {
  readonly done: readonly (ToldStep & { readonly id: string; readonly altered: readonly ToldChange[] })[];
  readonly failed: readonly (ToldStep & {
    readonly reason: string;
    readonly status?: number;
    readonly body?: unknown;
  })[];
  readonly notTried: readonly ToldStep[];
}

export class Teller {
  readonly #partOf: (place: number) => Part | undefined;
  readonly #showsValues: boolean;

  /** @param showsValues - Whether to show the actual values in place of variables and credentials. */
  constructor(partOf: (place: number) => Part | undefined, showsValues = false) {
    this.#partOf = partOf;
    this.#showsValues = showsValues;
  }

  plan({ steps, ...plan }: Plan): ToldPlan {
    return { ...plan, steps: steps.map((step) => this.step(step)) };
  }

  titleOf(place: number): string {
    const title = this.#partOf(place)?.part('title');
    return String(this.#showsValues ? title?.value : title && withoutCredentials(writtenIn(title)));
  }

  step(step: Step): ToldStep {
    const { action, title } = step;
    if (action === 'delete') return { action, title: this.#stored(title), id: step.id };
    const part = this.#partOf(step.place);
    const input = this.#inputOf(step);
    const id = part?.part('id');
    if (action === 'create')
      return {
        action,
        title: this.titleOf(step.place),
        idInFile: this.#showsValues || id === undefined ? step.idInFile : String(writtenIn(id)),
        input,
      };
    const isNamed = !this.#showsValues && usesVariable(part?.part('title'));
    const isIdNamed = !this.#showsValues && id !== undefined && usesVariable(id);
    return {
      action,
      title: isNamed ? this.titleOf(step.place) : this.#stored(title),
      id: isIdNamed && idKey(String(id.value)) === idKey(step.id) ? String(writtenIn(id)) : step.id,
      input,
      changes: this.#changes(step.changes, step.before, step),
    };
  }

  done({ altered, stored, ...step }: DoneStep): ToldOutcome['done'][number] {
    const told = this.step(step);
    const isTold = step.action !== 'delete' && stored !== undefined;
    return {
      ...told,
      id: told.id ?? step.id,
      altered: isTold ? this.#changes(altered, stored, step) : [],
    };
  }

  outcome({ done, failed, notTried }: Outcome, secrets: Secrets): ToldOutcome {
    return {
      done: done.map((step) => this.done(step)),
      failed: failed.map(({ error, ...step }) => ({
        ...this.step(step),
        reason: describeFailure(error, secrets),
        ...(isApiError(error) && { status: error.status, body: secrets.hideIn(error.body) }),
      })),
      notTried: notTried.map((step) => this.step(step)),
    };
  }

  /**
   * Returns stored strings at places where the file uses a variable, because they may be earlier values of the
   * variable.
   */
  earlierValues(step: Step): string[] {
    if (step.action !== 'update') return [];
    const isEarlier = isVariable(this.#partOf(step.place));
    return step.changes.flatMap(({ keys, from }) => [...textsIn(from, keys, isEarlier)]);
  }

  #stored(title: string): string {
    return this.#showsValues ? title : String(withoutCredentials(title));
  }

  #inputOf({ input, place }: Exclude<Step, { action: 'delete' }>): unknown {
    return this.#showsValues ? input : withoutCredentials(asWritten(input, this.#partOf(place)));
  }

  #changes(
    changes: readonly Change[],
    { type, title, config }: MockServiceInput,
    step: Exclude<Step, { action: 'delete' }>,
  ): ToldChange[] {
    if (this.#showsValues) return changes.map(({ path, from, to }) => ({ path, from, to }));
    const isHidden = isVariable(this.#partOf(step.place));
    const before = withoutCredentials({ type, title, config });
    const input = this.#inputOf(step);
    return changes.map(({ keys, path, from, to }) => ({
      path,
      from: from === undefined ? undefined : isHidden(keys) ? 'another value' : valueAt(before, keys),
      to: to === undefined ? undefined : valueAt(input, keys),
    }));
  }
}

function writtenIn(part: Part): unknown {
  return JSON.parse(part.text);
}

function usesVariable(part: Part | undefined): boolean {
  if (typeof part?.value !== 'string') return false;
  const written = writtenIn(part);
  return written !== part.value && String(written).replaceAll('$${', '').includes('${');
}

function asWritten(value: unknown, part: Part | undefined): unknown {
  if (part === undefined) return value;
  if (Array.isArray(value)) return value.map((item, place) => asWritten(item, part.part(place)));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, asWritten(field, part.part(name))]),
    );
  return writtenIn(part);
}

/**
 * Matches a string that consists of variables and perhaps a scheme such as `Bearer`, and therefore contains no secret.
 */
const onlyVariables = /^(?:\w+ +)?(?:(?<!\$)\$\{[^{}]*\})+$/;

function withoutCredentials(value: unknown): unknown {
  const withVariables = (part: unknown, shown: unknown): unknown => {
    if (part === shown) return shown;
    if (Array.isArray(part) && Array.isArray(shown))
      return part.map((item, place) => withVariables(item, shown[place]));
    if (isObject(part) && isObject(shown))
      return Object.fromEntries(
        Object.entries(part).map(([name, field]) => [name, withVariables(field, ownValue(shown, name))]),
      );
    return typeof part === 'string' && onlyVariables.test(part) ? part : shown;
  };
  return withVariables(value, redactValue(value));
}

type Keys = Change['keys'];

/**
 * Returns a function that tells whether the file uses a variable at a path, above it or below it. List indexes are
 * ignored, because the service may store the items of a list in another order.
 */
function isVariable(part: Part | undefined): (keys: Keys) => boolean {
  const places = part === undefined ? [] : [...variablePlaces(part, [])].map(placeOf);
  return (keys) => {
    const own = placeOf(keys);
    return places.some((place) => place.startsWith(own) || own.startsWith(place));
  };
}

function* variablePlaces(part: Part, keys: Keys): Generator<Keys> {
  if (usesVariable(part)) yield keys;
  else if (typeof part.value === 'object' && part.value !== null)
    for (const key of Array.isArray(part.value) ? part.value.keys() : Object.keys(part.value)) {
      const inner = part.part(key);
      if (inner !== undefined) yield* variablePlaces(inner, [...keys, key]);
    }
}

function placeOf(keys: Keys): string {
  return keys.map((key) => `${typeof key === 'number' ? '*' : JSON.stringify(key)}/`).join('');
}

/** Returns the value at a path, or `REDACTED` if an enclosing value was redacted. */
function valueAt(value: unknown, keys: Keys): unknown {
  return keys.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? ownValue(found, key) : found),
    value,
  );
}

function* textsIn(value: unknown, keys: Keys, isWanted: (keys: Keys) => boolean): Generator<string> {
  if (typeof value === 'string' && isWanted(keys)) yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Array.isArray(value) ? value.entries() : Object.entries(value))
      yield* textsIn(part, [...keys, key], isWanted);
}
