import { isObject } from '../contract/kinds.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { bodyOf } from './body.ts';
import { type Difference, isAsymmetric, isOfText, isRegExp, jsonOrText } from './compare.ts';
import {
  escapeInvisible,
  isCredentialName,
  isCredentialParameter,
  redacted,
  redactForm,
  redactJson,
  redactUrl,
} from './credentials.ts';
import { journalParts } from './criteria.ts';
import type { ActivityFields } from './matcher.ts';
import { redact } from './redact.ts';

/** Shows values of matchers and entries, without their credentials. */

const shownLength = 80;

const shownNamesLength = 400;

export function isBody([field]: readonly PropertyKey[]): boolean {
  return field === 'body' || field === 'responseBody';
}

export function matcherText(matcher: ActivityFields, bodies: boolean): string {
  const fields = Object.entries(matcher).filter(([, value]) => value !== undefined);
  const clean = fields.map(([name, value]: [string, unknown]) => {
    const isHidden = isBody([name]) && !bodies;
    return [name, isHidden ? '…' : cleanValue([name], plainOf(value))] as const;
  });
  return shortened(JSON.stringify(Object.fromEntries(clean)));
}

const hidden = 'another value, which is not shown because it may contain a credential';

/** Returns, for example, `expected "POST", received "GET"`. */
export function values(entry: ActivityEntry, matcher: ActivityFields, difference: Difference): string {
  const { keys, note, parent } = difference;
  if (note !== undefined) return note;
  const received = receivedBy(entry, difference);
  const expectedText = expectedTextOf(matcher, difference);
  if (received === undefined)
    return `expected ${shortened(expectedText)}, received nothing${fieldsOf(parent)}`;
  const clean = isBody(keys) ? at(cleanBody(entry, matcher, keys), keys) : cleanValue(keys, received);
  const receivedText = JSON.stringify(clean) as string | undefined;
  if (receivedText === undefined || clean === redacted || receivedText === expectedText)
    return difference.phrase === 'nothing' ? 'expected nothing, received a value' : hidden;
  const skipped =
    shortened(expectedText) === shortened(receivedText) ? commonLength(expectedText, receivedText) : 0;
  return `expected ${shortened(expectedText, skipped)}, received ${shortened(receivedText, skipped)}`;
}

/** Returns a parameter as it was recorded, because a JSON web token in lower case would not be recognized. */
function receivedBy(entry: ActivityEntry, { keys, received }: Difference): unknown {
  if (keys[0] !== 'params' || typeof received !== 'string') return received;
  return at(journalParts(entry).params, keys);
}

function expectedTextOf(matcher: ActivityFields, { keys, expected, phrase }: Difference): string {
  if (phrase !== undefined) return phrase;
  const [field = ''] = keys;
  const clean = isBody(keys)
    ? at(cleanValue([field], plainOf(Reflect.get(matcher, field))), keys)
    : cleanValue(keys, plainOf(expected));
  const isPattern = isAsymmetric(expected) || isRegExp(expected);
  if (clean === redacted || clean === undefined) return 'a value';
  return isPattern && typeof clean === 'string' ? clean : JSON.stringify(clean);
}

/** Follows all keys but the first, which names the field of the matcher. */
function at(body: unknown, [, ...keys]: readonly PropertyKey[]): unknown {
  return keys.reduce(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    body,
  );
}

function cleanValue([field, name]: readonly PropertyKey[], value: unknown): unknown {
  if (isBody([field ?? ''])) return cleanExpectedBody(value);
  if (field === 'headers' || field === 'responseHeaders') return cleanHeaders(name, value);
  if (field === 'params' && name !== undefined && isCredentialParameter(String(name))) return redacted;
  if (typeof value !== 'string') return redactJson(value, isCredentialName);
  if (field === 'path') return redactUrl(value, isCredentialParameter);
  if (field === 'host') return redactUrl(`//${value}`, isCredentialParameter).slice(2);
  return redactJson(value, isCredentialName);
}

function cleanHeaders(name: PropertyKey | undefined, value: unknown): unknown {
  if (name !== undefined)
    return isCredentialParameter(String(name)) ? redacted : redactJson(value, isCredentialParameter);
  if (!isObject(value)) return redactJson(value, isCredentialParameter);
  return Object.fromEntries(Object.entries(value).map(([each, text]) => [each, cleanHeaders(each, text)]));
}

function cleanExpectedBody(value: unknown): unknown {
  const clean = redactJson(value, isCredentialName);
  const isForm = typeof clean === 'string' && /^[^\s{<=&]+=/.test(clean);
  return isForm ? redactForm(clean, isCredentialParameter) : clean;
}

/** Returns `undefined` if the body cannot be shown. */
function cleanBody(entry: ActivityEntry, matcher: ActivityFields, [field]: readonly PropertyKey[]): unknown {
  const [side, expected] =
    field === 'body' ? (['request', matcher.body] as const) : (['response', matcher.responseBody] as const);
  const blank = { headers: {}, bodyBase64Encoded: '' };
  const noRequest = { ...blank, hostname: '', port: 0, method: '', path: '' };
  const noResponse = { ...blank, statusCode: 0, responseTimeMs: 0 };
  const request = side === 'request' ? entry.request : noRequest;
  const response = side === 'response' ? entry.response : noResponse;
  const [clean = entry] = redact([{ ...entry, request, response }]);
  if (clean[side].bodyBase64Encoded === '' && entry[side].bodyBase64Encoded !== '') return undefined;
  const text = bodyOf(clean, side).text();
  return isOfText(expected) ? text : jsonOrText(text);
}

function fieldsOf(parent: object | undefined): string {
  const names = Object.keys(parent ?? {}).join(', ');
  return names === '' ? '' : `; received fields: ${truncated(names, shownNamesLength)}`;
}

function shortened(text: string, skipped = 0): string {
  return truncated(skipped === 0 ? text : `…${text.slice(skipped)}`, shownLength);
}

function truncated(text: string, length: number): string {
  return escapeInvisible(text.length > length ? `${text.slice(0, length)}…` : text);
}

/** Number of characters that need not be shown, because both texts begin with them. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (one.charAt(length) === other.charAt(length) && length < one.length) length += 1;
  return Math.max(0, length - shownLength / 4);
}

/** Returns a JSON value in which each pattern is replaced with its text. */
function plainOf(value: unknown): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(JSON.stringify(value, patternText)) as unknown;
  } catch {
    // The sample of an asymmetric matcher may be cyclic.
    return typeof value;
  }
}

function patternText(_: string, value: unknown): unknown {
  if (isRegExp(value)) return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return typeof value;
  if (!isAsymmetric(value)) return value;
  // Returns, for example, `Any<String>`. Other matchers have only a name, such as `StringContaining`.
  if (value.toAsymmetricMatcher) return redactJson(value.toAsymmetricMatcher(), isCredentialName);
  const { sample } = value;
  // Replace credentials before the text of this matcher becomes a string within that of another.
  const clean = redactJson(isRegExp(sample) ? String(sample) : plainOf(sample), isCredentialName);
  const detail = isRegExp(sample) ? String(clean) : JSON.stringify(clean);
  return sample === undefined ? value.toString() : `${value.toString()} ${detail}`;
}
