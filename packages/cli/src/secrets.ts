/** Replaces secrets in error texts of a service, because the service may quote received or stored values. */
import { quoted } from '@mock-services/cli-kit';
import { redactValue } from '@mock-services/sdk/seed';
import { isObject, ownValue } from './plan.ts';

const redacted = 'REDACTED';

/** Minimum length of replaced secrets. Shorter strings are not replaced, because they occur within ordinary words. */
const shortest = 4;

export class Secrets {
  readonly #names = new Map<string, string>();
  readonly #values: unknown[] = [];
  #search: Search | undefined;

  /** @param name - Name to show in place of the text. If the same text is added twice, the first name is shown. */
  add(text: string, name: string): void {
    this.#search = undefined;
    if (!this.#names.has(text)) this.#names.set(text, name);
  }

  /** @param value - A JSON value whose credentials are added. */
  addCredentialsIn(value: unknown): void {
    this.#search = undefined;
    this.#values.push(value);
  }

  /** Replaces the secrets in a text, including escaped forms such as JSON and percent-encoding. */
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

  /** Replaces the known secrets in a text of the service, and other values whose names suggest credentials. */
  hideInText(text: string): string {
    const lines = text.split('\n').map((line) => String(redactValue(line)));
    return this.hide(lines.join('\n'));
  }

  /** Replaces secrets as `hideInText` does, in the strings and field names of a JSON value. */
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
  /** Name to show for each secret. The keys are all forms of the secrets in lower case. */
  readonly forms: ReadonlyMap<string, string>;
  /** Matches all secrets in a single pass. A second pass could replace part of a name that an earlier pass inserted. */
  readonly pattern: RegExp;
}

function searchFor(secrets: readonly (readonly [secret: string, name: string])[]): Search {
  const forms = new Map<string, string>();
  for (const [secret, name] of secrets)
    for (const form of formsOf(secret)) if (form.length >= shortest) forms.set(form.toLowerCase(), name);
  const longestFirst = [...forms.keys()].toSorted((one, other) => other.length - one.length);
  // `(?!)` never matches. An empty pattern would match everywhere.
  return { forms, pattern: new RegExp(longestFirst.map(literal).join('|') || '(?!)', 'gi') };
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Includes single lines, because a service may quote only one line of a secret. */
function formsOf(secret: string): string[] {
  return [secret, ...secret.split('\n')].flatMap((text) => [
    text,
    quoted(text).slice(1, -1),
    JSON.stringify(text).slice(1, -1),
    // Replace lone surrogates, because `encodeURIComponent` throws an error for them.
    encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{fffd}')),
  ]);
}

/** @param shown - `value` with its credentials replaced. */
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
  // The service may quote a token without its scheme, or a password without the user name.
  return found.flatMap((part) => [part, part.replace(/^\w+ +/, ''), part.replace(/^[^:]*:/, '')]);
}
