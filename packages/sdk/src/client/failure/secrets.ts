import type { Call } from '../call.ts';

/** Values shorter than this are no secrets, and would blot out every message that they happen to stand in. */
const shortest = 6;

/** Everything that the caller gave to a call and that no error may show, in the forms in which it may appear. */
export function secretsOf({ headers, terms, body }: Call): string[] {
  const own = [...new Headers(headers)].filter(([name]) => name !== 'accept' && name !== 'content-type');
  const query = terms.query.slice(1);
  const values = [
    ...own.flatMap(([, value]) => partsOf(value)),
    query,
    ...query.split('&').flatMap((pair) => pair.split('=')),
    ...new URLSearchParams(query).values(),
    ...(body === undefined ? [] : [body, ...stringsIn(JSON.parse(body))]),
  ];
  const long = new Set(values.flatMap(formsOf).filter(({ length }) => length >= shortest));
  // The longest first, so that a part is not taken out of the whole.
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
  return [value, encodeURIComponent(value), base64];
}
