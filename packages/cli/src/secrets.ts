/** Secrets in the error texts of a service, which may repeat what it received or stores. */
import { quoted } from '@mock-services/cli-kit';
import { redactValue } from '@mock-services/sdk/seed';
import { isObject, ownValue } from './plan.ts';

const redacted = 'REDACTED';

/** Shorter texts are not replaced, because they also occur within other words. */
const shortest = 4;

export class Secrets {
  readonly #names = new Map<string, string>();
  readonly #values: unknown[] = [];
  #search: Search | undefined;

  /** @param name - Replaces the text, unless it has a name already. */
  add(text: string, name: string): void {
    this.#search = undefined;
    if (!this.#names.has(text)) this.#names.set(text, name);
  }

  /** @param value - JSON. Its credentials are replaced. */
  addCredentialsIn(value: unknown): void {
    this.#search = undefined;
    this.#values.push(value);
  }

  /** Replaces the secrets in a text, in which they may be escaped. */
  hide(text: string): string {
    this.#search ??= searchFor([
      ...this.#values.flatMap((value) =>
        Array.from(removedIn(value, redactValue(value)), (secret) => [secret, redacted] as const),
      ),
      ...this.#names,
    ]);
    const { forms, pattern } = this.#search;
    return text.replaceAll(pattern, (form) => forms.get(form.toLowerCase()) ?? redacted);
  }

  /** Replaces the secrets in a text that the service sent, and further credentials by their names. */
  hideInText(text: string): string {
    const lines = text.split('\n').map((line) => String(redactValue(line)));
    return this.hide(lines.join('\n'));
  }

  /** Replaces the secrets in JSON that the service sent, also in names of fields, and further credentials by their names. */
  hideIn(value: unknown): unknown {
    const hideAll = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(hideAll);
      if (isObject(part))
        return Object.fromEntries(
          Object.entries(part).map(([name, field]) => [this.hide(name), hideAll(field)]),
        );
      const [text, shown] = [String(part), this.hide(String(part))];
      return shown === text ? part : shown;
    };
    return hideAll(redactValue(value));
  }
}

interface Search {
  /** Names by the lower-case forms of secrets. */
  readonly forms: ReadonlyMap<string, string>;
  /** Finds all secrets in one pass, because a name may contain another secret. */
  readonly pattern: RegExp;
}

function searchFor(secrets: readonly (readonly [secret: string, name: string])[]): Search {
  const forms = new Map<string, string>();
  for (const [secret, name] of secrets)
    for (const form of formsOf(secret)) if (form.length >= shortest) forms.set(form.toLowerCase(), name);
  const longestFirst = [...forms.keys()].toSorted((one, other) => other.length - one.length);
  // Without secrets, nothing matches.
  return { forms, pattern: new RegExp(longestFirst.map(literal).join('|') || '(?!)', 'gi') };
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** A service may repeat one line of a text. */
function formsOf(secret: string): string[] {
  return [secret, ...secret.split('\n')].flatMap((text) => [
    text,
    quoted(text).slice(1, -1),
    JSON.stringify(text).slice(1, -1),
    // `encodeURIComponent` throws for a lone surrogate.
    encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{fffd}')),
  ]);
}

/** @param shown - The same value without credentials. */
function* removedIn(value: unknown, shown: unknown): Generator<string> {
  if (value === shown) return;
  if (isObject(value))
    for (const [name, field] of Object.entries(value))
      yield* removedIn(field, isObject(shown) ? ownValue(shown, name) : redacted);
  else if (Array.isArray(value))
    for (const [place, item] of value.entries())
      yield* removedIn(item, Array.isArray(shown) ? shown[place] : redacted);
  else if (typeof value === 'string' || typeof value === 'number')
    yield* partsRemoved(String(value), String(shown));
}

function partsRemoved(text: string, shown: string): string[] {
  const parts = shown.split(redacted).map(literal);
  const found = new RegExp(`^${parts.join('(.*?)')}$`, 's').exec(text)?.slice(1) ?? [text];
  // The service may repeat a token without its scheme, and a password without the user.
  return found.flatMap((part) => [part, part.replace(/^\w+ +/, ''), part.replace(/^[^:]*:/, '')]);
}
