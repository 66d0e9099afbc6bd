/** Fields that the platform's own network errors have. Their values are searched before they are kept. */
const expected: ReadonlySet<string> = new Set([
  'name',
  'message',
  'stack',
  'cause',
  'errors',
  'code',
  'errno',
  'syscall',
  'hostname',
  'address',
  'port',
]);

/** The longest chain of causes to follow; a chain may be circular. */
const deepest = 10;

/** The longest text to search for secrets. */
const longestText = 10_000;

/**
 * What no error may show. Nothing when it is too much to search for in time: a copy then shows no text but its code.
 */
type Secrets = readonly string[] | undefined;

/**
 * An error that is safe to show as a cause. Errors of a `fetch` may quote what was received (Node's parser error does) or
 * what was sent (wrappers of `fetch` attach their request). Such an error, or one with unknown fields, is replaced by a
 * copy of name, message, code and causes, without the secrets.
 */
export function safeCause(cause: unknown, secrets: Secrets): unknown {
  try {
    const known = typeof cause === 'object' && cause !== null && isSafe(cause, secrets, 0);
    if (!known && cause !== undefined) return copyOf(cause, secrets, 0);
    // Its class may have getters that throw.
    chainOf(cause).forEach(codeOf);
    return cause;
  } catch {
    return new Error('an error that cannot be read was thrown');
  }
}

/** An error, its cause, the cause of that, and so on. */
export function chainOf(error: unknown): object[] {
  const links: object[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < deepest;) {
    links.push(link);
    link = causesOf(link)[0];
  }
  return links;
}

/** The causes of an error. An AggregateError stands for several addresses that were tried. */
function causesOf(link: object): unknown[] {
  const cause: unknown = Reflect.get(link, 'cause');
  const errors: unknown = Reflect.get(link, 'errors');
  return [...(cause === undefined ? [] : [cause]), ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
}

function isSafe(value: unknown, secrets: Secrets, depth: number): boolean {
  if (typeof value === 'string') {
    return (
      secrets !== undefined && value.length <= longestText && !secrets.some((one) => value.includes(one))
    );
  }
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (depth > deepest) return false;
  const isInnerSafe = (inner: unknown) => isSafe(inner, secrets, depth + 1);
  if (Array.isArray(value)) return value.every(isInnerSafe);
  return (
    isError(value) &&
    !hasOwnView(value) &&
    Reflect.ownKeys(value).every((key) => isSafeField(value, key, isInnerSafe))
  );
}

/** A socket may be described by plain facts; an object under that name may hold a request. */
function isSafeField(link: object, key: string | symbol, isInnerSafe: (inner: unknown) => boolean): boolean {
  const value: unknown = Reflect.get(link, key);
  if (key !== 'socket') return expected.has(String(key)) && isInnerSafe(value);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((fact) => typeof fact !== 'object' && isInnerSafe(fact))
  );
}

/** Also an error of another realm, such as that of a test runner. */
function isError(value: object): boolean {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/** Whether a value controls how it is printed. */
function hasOwnView(value: object): boolean {
  return 'toJSON' in value || Symbol.for('nodejs.util.inspect.custom') in value;
}

function copyOf(thrown: unknown, secrets: Secrets, depth: number): Error | undefined {
  if (depth > deepest) return undefined;
  if (typeof thrown !== 'object' || thrown === null)
    return new Error('something other than an error was thrown');
  const text = (key: string): string => {
    const value: unknown = Reflect.get(thrown, key);
    if (typeof value !== 'string' || value.length > longestText) return '';
    // Without a list of secrets, only a code and the name of a class are known to be none.
    if (secrets === undefined) return key !== 'message' && /^[A-Z]\w{0,40}$/.test(value) ? value : '';
    return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), value);
  };
  const [cause] = causesOf(thrown);
  const copy = new Error(
    text('message') || 'no message',
    cause === undefined ? {} : { cause: copyOf(cause, secrets, depth + 1) },
  );
  copy.name = text('name') || 'Error';
  // The stack of the copy points here, and that of the original repeats its message.
  copy.stack = `${copy.name}: ${copy.message}`;
  const code = codeOf({ code: text('code') });
  return code === undefined ? copy : Object.assign(copy, { code });
}

/** The code of an error, if it looks like one. */
export function codeOf(link: object): string | undefined {
  const code: unknown = Reflect.get(link, 'code');
  return typeof code === 'string' && /^[A-Z][A-Z\d_]*$/.test(code) ? code : undefined;
}
