import {
  decoded,
  invisible,
  isCredentialInQuery,
  isCredentialParameter,
  redacted,
  redactLine,
} from '../activity/credentials.ts';
import { isObject } from '../contract/kinds.ts';
import type { SentRequest } from './call.ts';

/** Maximum number of characters of the service's text in a message. */
const longest = 300;

/** Longer texts are not read, because that would take time. */
const longestRead = 10_000;

/** HTML, XML or JSON, but not a type such as `List<String>`. */
const markup = /^[<[{]|<[!/]|<[a-z]+\d?[ />]/;

/**
 * Returns what the body of an error response says as one line without credentials, or `undefined` if it has no such text.
 * @param secrets - Values that the line must not contain.
 */
export function said(body: unknown, secrets: readonly string[]): string | undefined {
  const text = textOf(body);
  const line = text.length > longestRead ? '' : oneLine(text);
  if (line === '' || markup.test(line)) return undefined;
  const safe = redactLine(withoutSecrets(line, secrets.flatMap(formsOf)));
  return safe.length > longest ? `${oneLine(safe.slice(0, longest - 1))}…` : safe;
}

/** Returns the values of the credentials in requests, and what authenticates the latest of them, such as "token". */
export function credentialsOf(sent: readonly SentRequest[]): {
  readonly secrets: readonly string[];
  readonly what: string | undefined;
} {
  const found = sent.map(({ init }) =>
    Object.entries(init.headers).filter(([name]) => isCredentialParameter(name)),
  );
  const inQueries = sent.flatMap(({ url }) => [...new URL(url).searchParams]);
  const secrets = [...found.flat(), ...inQueries.filter(([name]) => isCredentialInQuery(name))];
  const [latest] = found.at(-1) ?? [];
  const isToken = /^bearer\s/i.test(sent.at(-1)?.init.headers['authorization'] ?? '');
  const what = isToken ? 'token' : latest && `header \`${latest[0]}\``;
  return { secrets: secrets.map(([, value]) => value), what };
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body.length > longest ? '' : body;
  if (!isObject(body)) return '';
  const { title, detail, message, error, errors } = body;
  const problem = [title, detail].filter(isText).join(': ');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return [problem, message, messageOf(error), error, messageOf(first)].find(isText) ?? '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function messageOf(value: unknown): unknown {
  return isObject(value) ? value['message'] : undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(invisible, '').trim();
}

function withoutSecrets(line: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return line;
  // The longest form must come first.
  const forms = [...secrets].sort((a, b) => b.length - a.length).map((form) => form.replace(/\W/g, '\\$&'));
  return line.replace(new RegExp(forms.join('|'), 'gi'), redacted);
}

/** Shorter parts of a header may be plain words, so they are not replaced. */
const shortestPart = 4;

/** Returns the forms in which a text may show the value of a header: whole, without its scheme, in parts, decoded or encoded. */
function formsOf(value: string): string[] {
  const whole = oneLine(value);
  const bare = whole.replace(/^[\w-]+ (?=.)/, '');
  const pairs = /^basic /i.test(whole) ? pairsOf(bare) : [];
  const parts = [...bare.split(/[\s,;"]+/), ...pairs.map((pair) => pair.replace(/:.*/, ''))];
  return [
    whole,
    bare,
    ...pairs,
    ...pairs.map((pair) => pair.replace(/^[^:]*:/, '')),
    ...parts
      .flatMap((part) => [part, part.replace(/^[^=]*=/, '')])
      .filter(({ length }) => length >= shortestPart),
  ]
    .flatMap((form) => [form, decoded(form)])
    .flatMap((form) => [form, encodeURIComponent(form), JSON.stringify(form).slice(1, -1)])
    .filter((form) => form !== '');
}

function pairsOf(base64: string): string[] {
  try {
    const pair = atob(base64);
    return [pair, pair.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)];
  } catch {
    return [];
  }
}
