import type { ApiRequest } from '../request.ts';

/** Shorter values are not secrets; removing them would garble messages. */
const shortest = 6;

/** The most characters and strings of a body to search errors for. */
const mostCharacters = 100_000;
const mostStrings = 1000;

/**
 * Everything the caller gave that no error may show, in every form in which it may appear.
 *
 * @param headers - The caller's headers and token.
 * @returns Nothing when it is too much to search for in time.
 */
export function secretsOf(
  request: ApiRequest,
  headers: Iterable<readonly [string, string]>,
): string[] | undefined {
  const query = request.query.slice(1);
  const inBody = stringsIn(request.body ?? '""');
  if (inBody === undefined) return undefined;
  const values = [
    ...Array.from(headers, ([, value]) => partsOf(value)).flat(),
    query,
    ...query.split('&').flatMap((pair) => pair.split('=')),
    ...new URLSearchParams(query).values(),
    ...inBody,
  ];
  const long = new Set(values.flatMap(formsOf).filter(({ length }) => length >= shortest));
  // Longest first, so that a value is removed before a part of it.
  return [...long].sort((a, b) => b.length - a.length);
}

/** A header value, its credentials without their scheme, and each cookie. */
function partsOf(value: string): string[] {
  return [
    value,
    value.replace(/^\S+ +/, ''),
    ...value.split(/; */).map((pair) => pair.replace(/^[^=]*=/, '')),
  ];
}

/** A JSON text and the strings in it, at any depth; nothing when they are too many. */
function stringsIn(json: string): string[] | undefined {
  if (json.length > mostCharacters) return undefined;
  const strings = [json];
  const rest: unknown[] = [JSON.parse(json)];
  // Grows as it is read.
  for (const value of rest) {
    if (typeof value === 'string') strings.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) rest.push(inner);
    }
  }
  return strings.length > mostStrings ? undefined : strings;
}

function formsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const escaped = JSON.stringify(value).slice(1, -1);
  // A lone surrogate cannot be percent-encoded.
  return [value, escaped, encodeURIComponent(new TextDecoder().decode(bytes)), base64];
}
