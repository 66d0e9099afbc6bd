/** What other code threw, as the `cause` of an error: the same object, unless it contains a credential of the call. */

/** The longest chain of causes to follow; a chain may be circular. */
const longestChain = 10;

/** The most values and characters of an error to search. One that has more may contain anything. */
const mostValues = 10_000;
const mostCharacters = 1_000_000;

/** Shorter values are not secrets; masking them would garble messages. */
const shortestSecret = 6;

/** An error, its cause, the cause of that, and so on. An AggregateError stands for several addresses that were tried. */
export function chainOf(error: unknown): object[] {
  const links: object[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < longestChain;) {
    links.push(link);
    const { cause, errors } = link as { readonly cause?: unknown; readonly errors?: unknown };
    link = cause ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  }
  return links;
}

/** The code of an error, if it looks like one. */
export function codeOf(link: object): string | undefined {
  const { code } = link as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z]\w*$/.test(code) ? code : undefined;
}

/** A cause without the credentials: what was thrown if it has none, and otherwise a copy in which they are masked. */
export function safeCause(
  thrown: unknown,
  credentials: Iterable<readonly [name: string, value: string]>,
): unknown {
  const secrets = secretsOf(credentials);
  try {
    if (contains(thrown, secrets)) return masked(thrown, secrets, longestChain);
    // Its class may have getters that throw.
    chainOf(thrown).forEach(codeOf);
    return thrown;
  } catch {
    return new Error('an error that cannot be read was thrown');
  }
}

/** Every form in which an error may show the credentials. */
function secretsOf(credentials: Iterable<readonly [name: string, value: string]>): string[] {
  const values = Array.from(credentials, ([, value]) => [
    value,
    // Without the scheme, the password of `Basic`, and each cookie.
    value.replace(/^\S+ +/, ''),
    passwordIn(value),
    ...value.split(/; */).map((pair) => pair.replace(/^[^=]*=/, '')),
  ]).flat();
  const forms = new Set(values.flatMap(formsOf).filter(({ length }) => length >= shortestSecret));
  // Longest first, so that a value is masked before a part of it.
  return [...forms].sort((a, b) => b.length - a.length);
}

/** The password in the value of a header for basic authentication (RFC 7617). */
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
  // A lone surrogate cannot be percent-encoded.
  return [value, escaped, encodeURIComponent(new TextDecoder().decode(bytes)), base64];
}

/** Whether a value shows a secret, or has too many parts to search: fields, getters, entries and bytes are searched. */
function contains(thrown: unknown, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const seen = new Set<unknown>([thrown]);
  let characters = 0;
  // The loop reaches the parts that it adds.
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

/** Everything that a log of an object may show. */
function* partsOf(value: object): Generator<unknown, void, undefined> {
  if (ArrayBuffer.isView(value)) {
    yield new TextDecoder().decode(value);
    return;
  }
  // What decides itself how it is shown.
  for (const view of ['toJSON', Symbol.for('nodejs.util.inspect.custom')]) {
    const show: unknown = Reflect.get(value, view);
    if (typeof show === 'function') yield Reflect.apply(show, value, [0, {}, String]);
  }
  if (collections.test(Object.prototype.toString.call(value))) yield* value as Iterable<unknown>;
  for (let owner = value; ;) {
    for (const key of Reflect.ownKeys(owner)) {
      const hasGetter = Object.getOwnPropertyDescriptor(owner, key)?.get !== undefined;
      // Methods of a class show nothing.
      if (owner !== value && !hasGetter) continue;
      yield String(key);
      yield Reflect.get(owner, key, value);
    }
    const next = Object.getPrototypeOf(owner) as object | null;
    // `Object.prototype`, of this realm or another, is the last link.
    if (typeof value === 'function' || next === null || Object.getPrototypeOf(next) === null) return;
    owner = next;
  }
}

/** Objects whose entries are not fields. Any other iteration may have an effect, or no end. */
const collections = /^\[object (Headers|Map|Set|URLSearchParams|FormData)\]$/;

/** A copy of an error with its plain fields, in which secrets are masked. */
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
    message = 'an error with a credential was thrown',
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
