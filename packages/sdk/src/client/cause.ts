/** This module masks credentials in errors that other code threw. A masked error is safe to use as `cause`. */

/** Maximum number of causes that are followed. The limit is necessary because a chain of causes may be circular. */
const longestChain = 10;

/**
 * Limits on the search for credentials in an error. An error that exceeds a limit is treated as if the error contained
 * a credential.
 */
const mostValues = 10_000;
const mostCharacters = 1_000_000;

/** Minimum length of a secret. Shorter values are rarely secrets, and masking them would make messages unreadable. */
const shortestSecret = 6;

/**
 * Returns an error and its chain of causes. If an `AggregateError` has no cause, the chain continues with its first
 * error.
 */
export function chainOf(error: unknown): object[] {
  const links: object[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < longestChain;) {
    links.push(link);
    const { cause, errors } = link as { readonly cause?: unknown; readonly errors?: unknown };
    link = cause ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  }
  return links;
}

/** Returns the `code` of an error if it looks like a system error code. */
export function codeOf(link: object): string | undefined {
  const { code } = link as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z]\w*$/.test(code) ? code : undefined;
}

/**
 * Returns the thrown value if it contains no credentials. If the thrown value contains credentials, returns a copy in
 * which the credentials are masked.
 */
export function safeCause(
  thrown: unknown,
  credentials: Iterable<readonly [name: string, value: string]>,
): unknown {
  const secrets = secretsOf(credentials);
  try {
    if (contains(thrown, secrets)) return masked(thrown, secrets, longestChain);
    // Getters of the error's class may throw an error.
    chainOf(thrown).forEach(codeOf);
    return thrown;
  } catch {
    return new Error('The thrown error could not be read.');
  }
}

/** Returns every form in which an error may contain the credentials. */
function secretsOf(credentials: Iterable<readonly [name: string, value: string]>): string[] {
  const values = Array.from(credentials, ([, value]) => [
    value,
    // The list contains the value without its scheme, the password of a `Basic` value, and the value of each cookie.
    value.replace(/^\S+ +/, ''),
    passwordIn(value),
    ...value.split(/; */).map((pair) => pair.replace(/^[^=]*=/, '')),
  ]).flat();
  const forms = new Set(values.flatMap(formsOf).filter(({ length }) => length >= shortestSecret));
  // The longest secrets are masked first, because a secret may contain a shorter secret.
  return [...forms].sort((a, b) => b.length - a.length);
}

/** Returns the password of a `Basic` authorization value (RFC 7617), or an empty string. */
function passwordIn(value: string): string {
  try {
    return /^basic /i.test(value) ? atob(value.slice(6).trim()).replace(/^[^:]*:/, '') : '';
  } catch {
    return '';
  }
}

function formsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const escaped = JSON.stringify(value).slice(1, -1);
  // `encodeURIComponent` throws an error if the value has a lone surrogate. Encoding and decoding the value replaces
  // each lone surrogate.
  return [value, escaped, encodeURIComponent(new TextDecoder().decode(bytes)), base64];
}

/** Whether a thrown value contains a secret. The result is true if the value has too many parts to search. */
function contains(thrown: unknown, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const seen = new Set<unknown>([thrown]);
  let characters = 0;
  // The loop adds nested values to the set while it iterates, and visits every added value.
  for (const value of seen) {
    if (typeof value === 'string') {
      characters += value.length;
      if (characters > mostCharacters || secrets.some((secret) => value.includes(secret))) return true;
    } else if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
      for (const part of partsOf(value)) {
        seen.add(part);
        if (seen.size > mostValues) return true;
      }
    }
  }
  return false;
}

/**
 * Yields all values that may appear when an object is logged. The values include field names, field values, results of
 * getters, collection entries, and byte arrays as text.
 */
function* partsOf(value: object): Generator<unknown, void, undefined> {
  if (ArrayBuffer.isView(value)) {
    yield new TextDecoder().decode(value);
    return;
  }
  // Methods that customize how the object is printed.
  for (const view of ['toJSON', Symbol.for('nodejs.util.inspect.custom')]) {
    const show: unknown = Reflect.get(value, view);
    if (typeof show === 'function') yield Reflect.apply(show, value, [0, {}, String]);
  }
  if (collections.test(Object.prototype.toString.call(value))) yield* value as Iterable<unknown>;
  for (let owner = value; ;) {
    for (const key of Reflect.ownKeys(owner)) {
      const hasGetter = Object.getOwnPropertyDescriptor(owner, key)?.get !== undefined;
      // Skip the methods of a class, because logging an object does not print methods.
      if (owner !== value && !hasGetter) continue;
      yield String(key);
      yield Reflect.get(owner, key, value);
    }
    const next = Object.getPrototypeOf(owner) as object | null;
    // The last prototype in the chain is skipped, because it is `Object.prototype`.
    if (typeof value === 'function' || next === null || Object.getPrototypeOf(next) === null) return;
    owner = next;
  }
}

/**
 * Matches collections that are safe to iterate. Iterating over an unknown object may have side effects or never end.
 */
const collections = /^\[object (Headers|Map|Set|URLSearchParams|FormData)\]$/;

/** Returns a copy of an error that includes its primitive fields. All secrets in the copy are masked. */
function masked(thrown: unknown, secrets: readonly string[], depth: number): unknown {
  const mask = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    return value.length > mostCharacters
      ? '…'
      : secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), value);
  };
  if (typeof thrown !== 'object' || thrown === null) return mask(thrown);
  const {
    name = 'Error',
    message = 'The thrown error contained a credential.',
    stack = '',
    cause,
  } = thrown as Partial<Error>;
  const fields = Object.entries({ ...thrown, name, stack }).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  const copy = new Error(String(mask(message)));
  Object.assign(copy, Object.fromEntries(fields.map(([key, value]) => [key, mask(value)])));
  if (cause !== undefined && depth > 0) copy.cause = masked(cause, secrets, depth - 1);
  return copy;
}
