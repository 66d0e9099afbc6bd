/** What the platform's own network errors carry besides name, message and stack; none of it is a secret. */
const harmless: ReadonlySet<string> = new Set([
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
  'socket',
]);

/** The longest chain of causes to look at, since a chain may be a circle. */
const deepest = 10;

/**
 * An error that can be shown as a cause. Errors of a `fetch` may quote what was received (a parser error of
 * Node does) or what was sent (wrappers of `fetch` like to attach their request). One that does, anywhere in
 * its chain, is replaced by a copy that keeps name, message and code, without the secrets.
 */
export function safeCause(cause: unknown, secrets: readonly string[]): unknown {
  return chainOf(cause).every((link) => isSafe(link, secrets)) ? cause : copyOf(cause, secrets, 0);
}

/** An error, its cause, the cause of that, and so on. */
export function chainOf(error: unknown): object[] {
  const links: object[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < deepest;) {
    links.push(link);
    link = nextOf(link);
  }
  return links;
}

/** Several addresses that were tried and failed are one AggregateError; the first speaks for all. */
function nextOf(link: object): unknown {
  const errors: unknown = Reflect.get(link, 'errors');
  return Reflect.get(link, 'cause') ?? (Array.isArray(errors) ? errors[0] : undefined);
}

function isSafe(link: object, secrets: readonly string[]): boolean {
  if (!(link instanceof Error) || !Reflect.ownKeys(link).every((key) => harmless.has(String(key))))
    return false;
  const shown = `${link.name} ${link.message} ${link.stack ?? ''}`;
  return !secrets.some((secret) => shown.includes(secret));
}

function copyOf(link: unknown, secrets: readonly string[], depth: number): Error | undefined {
  if (typeof link !== 'object' || link === null || depth === deepest) return undefined;
  const { name, message } = link instanceof Error ? link : { name: 'Error', message: 'no error was thrown' };
  const code: unknown = Reflect.get(link, 'code');
  const copy = new Error(without(secrets, message), { cause: copyOf(nextOf(link), secrets, depth + 1) });
  copy.name = without(secrets, name);
  // The stack of the copy would lead here, and that of the original repeats its message.
  copy.stack = `${copy.name}: ${copy.message}`;
  return typeof code === 'string' ? Object.assign(copy, { code: without(secrets, code) }) : copy;
}

function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
