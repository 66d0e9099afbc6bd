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

/** Maximum length of a quote from the service in an error message. */
const longest = 300;

/** Longer texts are not quoted, because searching them for credentials would take time. */
const longestRead = 10_000;

/** Matches HTML, XML and JSON, but not a type such as `List<String>`. */
const markup = /^[<[{]|<[!/]|<[a-z]+\d?[ />]/;

/**
 * Returns the message in the body of an error response as a line without credentials, or `undefined`.
 * @param secrets - Values that the line must not contain.
 */
export function said(body: unknown, secrets: readonly string[]): string | undefined {
  const text = textOf(body);
  const line = text.length > longestRead ? '' : oneLine(text);
  if (line === '' || markup.test(line)) return undefined;
  const safe = redactLine(withoutSecrets(line, secrets.flatMap(formsOf)));
  return safe.length > longest ? `${oneLine(safe.slice(0, longest - 1))}…` : safe;
}

/** Returns all credentials in the requests, and the kind of credentials in the last request, such as "token". */
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
  // Sort by length, because a short form may be part of a longer form.
  const forms = [...secrets].sort((a, b) => b.length - a.length).map((form) => form.replace(/\W/g, '\\$&'));
  return line.replace(new RegExp(forms.join('|'), 'gi'), redacted);
}

/** Minimum length of replaced header parts, because a shorter part may be an ordinary word. */
const shortestPart = 4;

/** Returns forms in which a text may quote a header value: whole, without a scheme, in parts, decoded or encoded. */
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
