/** Values shorter than this are no secrets, and would blot out every message that they happen to stand in. */
const shortest = 6;

/** What a call sends, as far as it is the caller's. */
export interface Given {
  readonly headers: Headers;
  /** URL with its query. */
  readonly url: string;
  /** JSON text; `undefined` when none is sent. */
  readonly body: string | undefined;
}

/** Everything that the caller gave to a call and that no error may show, in the forms in which it may appear. */
export function secretsOf({ headers, url, body }: Given): string[] {
  const own = [...headers].filter(([name]) => name !== 'accept' && name !== 'content-type');
  const query = new URL(url).search.slice(1);
  const values = [
    ...own.flatMap(([, value]) => partsOf(value)),
    query,
    ...query.split('&').flatMap((pair) => pair.split('=')),
    ...new URL(url).searchParams.values(),
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
