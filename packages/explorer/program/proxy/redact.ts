/** Removes the program's credentials from error responses. */
import { Transform } from 'node:stream';

const redacted = '[redacted]';

/** Minimum length of a secret to redact. Shorter values occur in ordinary words. The page uses the same minimum. */
const shortestSecret = 4;

/**
 * Returns the secrets in headers: all values, and the token or password in `Authorization`. The result contains several forms
 * of each secret, because a JSON body may contain the secret with escapes. In the result, the UTF-8 encoding of a secret is a
 * Latin-1 string with one character per byte.
 */
export function secretsIn(headers: Headers): readonly string[] {
  const [, scheme = '', token = ''] = /^(\S+) +(.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString('latin1') : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  const secrets = [...headers.values(), token, pair, password].flatMap((secret) => {
    const escaped = JSON.stringify(secret).slice(1, -1);
    const forms = [secret, escaped, escaped.replaceAll('/', '\\/')];
    return [...forms, ...forms.map((form) => Buffer.from(form).toString('latin1'))];
  });
  return joinSecrets(secrets.filter((secret) => secret.length >= shortestSecret));
}

/** Merges lists of secrets without duplicates, sorted from longest to shortest. */
export function joinSecrets(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].toSorted((one, other) => other.length - one.length);
}

/** Replaces secrets in a string with `[redacted]`. */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets.length === 0 ? text : text.replaceAll(patternOf(secrets), redacted);
}

/** Replaces secrets in a stream. Delays the last bytes of each chunk, because they may be the start of a secret. */
export function redactStream(secrets: readonly string[]): Transform {
  const pattern = patternOf(secrets);
  const longest = secrets[0]?.length ?? 1;
  let text = '';
  /** Removes and returns the redacted text up to `end`, or up to the end of a secret that spans `end`. */
  const takeUntil = (end: number): Buffer => {
    let [result, position] = ['', 0];
    for (const { 0: secret, index } of text.matchAll(pattern)) {
      if (index >= end) break;
      result += text.slice(position, index) + redacted;
      position = index + secret.length;
    }
    result += text.slice(position, Math.max(position, end));
    text = text.slice(Math.max(position, end));
    return Buffer.from(result, 'latin1');
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      text += chunk.toString('latin1');
      done(undefined, takeUntil(Math.max(0, text.length - longest + 1)));
    },
    flush: (done) => done(undefined, takeUntil(text.length)),
  });
}

/**
 * Creates a pattern that matches any of the secrets. At each position, the pattern prefers the longest secret, because the
 * secrets are sorted by length.
 */
function patternOf(secrets: readonly string[]): RegExp {
  return new RegExp(secrets.map((secret) => secret.replaceAll(/\W/g, String.raw`\$&`)).join('|'), 'g');
}
