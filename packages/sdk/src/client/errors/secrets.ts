import type { ApiRequest } from '../request.ts';

/** Shorter values are not secrets; removing them would garble messages. */
const shortest = 6;

/**
 * Everything the caller gave that no error may show, in every form in which it may appear.
 *
 * @param headers - The caller's headers and token.
 */
export function secretsOf(request: ApiRequest, headers: Iterable<[string, string]>): string[] {
  const { body } = request;
  const query = request.query.slice(1);
  const values = [
    ...[...headers].flatMap(([, value]) => partsOf(value)),
    query,
    ...query.split('&').flatMap((pair) => pair.split('=')),
    ...new URLSearchParams(query).values(),
    ...(body === undefined ? [] : [body, ...stringsIn(JSON.parse(body))]),
  ];
  const long = new Set(values.flatMap(formsOf).filter(({ length }) => length >= shortest));
  // Longest first, so that a value is removed before a part of it.
  return [...long].toSorted((a, b) => b.length - a.length);
}

/** A header value, its credentials without their scheme, and each cookie. */
function partsOf(value: string): string[] {
  return [
    value,
    value.replace(/^\S+ +/, ''),
    ...value.split(/; */).map((pair) => pair.replace(/^[^=]*=/, '')),
  ];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function formsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  // A lone surrogate cannot be percent-encoded.
  return [value, encodeURIComponent(new TextDecoder().decode(bytes)), base64];
}
