import { mediaTypeOf } from '@mock-services/sdk/activity';
import type { Observations } from '@mock-services/sdk/contract';
import type { ProblemStatus } from '../http/problem.ts';
import type { Content } from './draft-response.ts';
import type { BehaviorOptions, ChoiceName, Settings } from './options.ts';

/** The options that reproduce a profile, and the observations that no option reproduces. */
export interface ProfileOptions {
  readonly options: BehaviorOptions;
  readonly unsupported: readonly UnsupportedObservation[];
}

/** An observation that the options reproduce only in part or not at all. */
export interface UnsupportedObservation {
  readonly point: string;
  readonly observed: unknown;
  readonly reason: string;
}

export type By<Value> = Readonly<Record<string, Value>>;

/** If two observations contradict each other, the first observation determines the option. */
export class DraftOptions {
  readonly #options: Partial<Settings> = {};
  readonly #errorStatuses: Partial<Record<ProblemStatus, number>> = {};
  readonly #unsupported: UnsupportedObservation[] = [];
  point = '';

  get<Name extends ChoiceName>(name: Name): Settings[Name] | undefined {
    return this.#options[name];
  }

  set<Name extends ChoiceName>(name: Name, value: Settings[Name], observed: unknown): void {
    const used = ((this.#options as Partial<Pick<Settings, Name>>)[name] ??= value);
    if (used !== value)
      this.unsupported(observed, `another observation led to ${name}: ${JSON.stringify(used)}`);
  }

  /** Replaces the fake server's default status `usual` with the observed status. */
  setStatus(usual: ProblemStatus, status: number, observed: unknown): void {
    if (status < 400 || status > 599) {
      this.unsupported(observed);
      return;
    }
    const used = (this.#errorStatuses[usual] ??= status);
    if (used !== status)
      this.unsupported(observed, `the fake server responds with ${used}, as it does to similar requests`);
  }

  unsupported(observed: unknown, reason = 'the fake server has no option for it'): void {
    this.#unsupported.push({ point: this.point, observed, reason });
  }

  checkMembers<Value>(
    key: string,
    record: By<Value>,
    isSupported: (value: Value, name: string) => boolean,
  ): void {
    const others = Object.entries(record).filter(([name, value]) => !isSupported(value, name));
    if (others.length > 0) this.unsupported({ [key]: Object.fromEntries(others) });
  }

  result(): ProfileOptions {
    const changed = Object.entries(this.#errorStatuses).filter(([usual, status]) => Number(usual) !== status);
    const errorStatuses = changed.length > 0 ? { errorStatuses: Object.fromEntries(changed) } : {};
    return { options: { ...this.#options, ...errorStatuses }, unsupported: this.#unsupported };
  }
}

export type ObservedBody = NonNullable<Observations['delete-body']>;

type Form = Omit<ObservedBody, 'status'>;

/** Sets an option to the value whose content is most like the observed body. The status is a separate open point. */
export function setContent<Name extends 'deleteBody' | 'clearActivityBody' | 'errorBody'>(
  name: Name,
  contents: Readonly<Record<Settings[Name], Content>>,
  { contentType, body, jsonType, fields }: Form,
  options: DraftOptions,
): void {
  const observed = { contentType, body, ...(jsonType !== undefined && { jsonType }), fields };
  const seen = featuresOf(observed);
  // The cast is safe, because each key of `contents` is a value of the `name` option.
  const [nearest] = (Object.entries(contents) as [Settings[Name], Content][])
    .map(([value, content]) => ({ value, form: formOf(content) }))
    .filter(({ form }) => form.body === body)
    .map(({ value, form }) => {
      const own = featuresOf(form);
      const shared = own.filter((feature) => seen.includes(feature)).length;
      return { value, shared, isSame: shared === own.length && shared === seen.length };
    })
    .sort((a, b) => b.shared - a.shared);
  if (nearest) options.set(name, nearest.value, observed);
  if (nearest?.isSame !== true)
    options.unsupported(observed, nearest && `the most similar option is ${name}: "${nearest.value}"`);
}

function formOf({ contentType, body }: Content): Form {
  const mediaType = mediaTypeOf(contentType) || null;
  if (typeof body === 'object') return { contentType: mediaType, body: 'json', fields: fieldsOf(body) };
  const kind = mediaType === 'text/html' ? 'html' : 'text';
  return { contentType: mediaType, body: body === '' ? 'empty' : kind, fields: [] };
}

function fieldsOf(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? Object.keys(value).map((field) => `${name}.${field}`)
      : name,
  );
}

function featuresOf({ contentType, jsonType, fields }: Form): readonly unknown[] {
  return [contentType, `a JSON ${jsonType ?? 'object'}`, fields.length > 0, ...fields];
}
