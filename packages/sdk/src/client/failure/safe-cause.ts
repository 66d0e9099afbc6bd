/** What the platform's own network errors carry; all of it is looked through before it is kept. */
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

/** The longest chain of causes to look at, since a chain may be a circle. */
const deepest = 10;

/**
 * An error that can be shown as a cause. Errors of a `fetch` may quote what was received (a parser error of
 * Node does) or what was sent (wrappers of `fetch` like to attach their request). One that does, or whose
 * contents cannot be known, is replaced by a copy of name, message, code and causes, without the secrets.
 */
export function safeCause(cause: unknown, secrets: readonly string[]): unknown {
  const known = typeof cause === 'object' && cause !== null && isSafe(cause, secrets, 0);
  return known || cause === undefined ? cause : copyOf(cause, secrets, 0);
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

/** What an error says that it comes from; several addresses that were tried are one AggregateError. */
function causesOf(link: object): unknown[] {
  const cause: unknown = Reflect.get(link, 'cause');
  const errors: unknown = Reflect.get(link, 'errors');
  return [...(cause === undefined ? [] : [cause]), ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
}

function isSafe(value: unknown, secrets: readonly string[], depth: number): boolean {
  if (typeof value === 'string') return !secrets.some((secret) => value.includes(secret));
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (depth > deepest) return false;
  const within = (inner: unknown) => isSafe(inner, secrets, depth + 1);
  if (Array.isArray(value)) return value.every(within);
  return (
    isError(value) &&
    !hasOwnView(value) &&
    Reflect.ownKeys(value).every((key) => isSafeField(value, key, within))
  );
}

/** A socket is described by plain facts; anything else under that name may hold a request. */
function isSafeField(link: object, key: string | symbol, within: (inner: unknown) => boolean): boolean {
  const value: unknown = Reflect.get(link, key);
  if (key !== 'socket') return expected.has(String(key)) && within(value);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((fact) => typeof fact !== 'object' && within(fact))
  );
}

/** Also an error of another realm, such as that of a test runner. */
function isError(value: object): boolean {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/** Whether what is shown of a value is made by code of its own. */
function hasOwnView(value: object): boolean {
  return 'toJSON' in value || Symbol.for('nodejs.util.inspect.custom') in value;
}

function copyOf(thrown: unknown, secrets: readonly string[], depth: number): Error | undefined {
  if (depth > deepest) return undefined;
  if (typeof thrown !== 'object' || thrown === null)
    return new Error('something other than an error was thrown');
  const text = (key: string, otherwise: string): string => {
    const value: unknown = Reflect.get(thrown, key);
    return typeof value === 'string' && value !== '' ? without(secrets, value) : otherwise;
  };
  const [cause] = causesOf(thrown);
  const copy = new Error(
    text('message', 'no message'),
    cause === undefined ? {} : { cause: copyOf(cause, secrets, depth + 1) },
  );
  copy.name = text('name', 'Error');
  // The stack of the copy would lead here, and that of the original repeats its message.
  copy.stack = `${copy.name}: ${copy.message}`;
  const code = codeOf(thrown);
  return code === undefined || !isSafe(code, secrets, 0) ? copy : Object.assign(copy, { code });
}

/** The code of an error, if it has the form of one. */
export function codeOf(link: object): string | undefined {
  const code: unknown = Reflect.get(link, 'code');
  return typeof code === 'string' && /^[A-Z][A-Z\d_]*$/.test(code) ? code : undefined;
}

function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
