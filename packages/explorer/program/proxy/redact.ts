/** Removes the program's credentials from responses that quote them. */
import { Transform } from 'node:stream';

const redacted = '[redacted]';

/** Shorter values are parts of many words. The page's form has the same limit. */
const shortestSecret = 4;

/** The secrets of some headers: each value, the token or password in `Authorization`, and their forms in JSON and UTF-8. */
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

/** All secrets of some lists once; the longest first. */
export function joinSecrets(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].toSorted((one, other) => other.length - one.length);
}

/** Replaces secrets in a string. */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets.length === 0 ? text : text.replaceAll(patternOf(secrets), redacted);
}

/** Replaces secrets in a stream of bytes. Holds back the last bytes until they cannot be the start of a secret. */
export function redactStream(secrets: readonly string[]): Transform {
  const pattern = patternOf(secrets);
  const longest = secrets[0]?.length ?? 1;
  let text = '';
  /** Takes the text before `end`, and a secret that starts before `end`. */
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

/** Matches the longest of several secrets. */
function patternOf(secrets: readonly string[]): RegExp {
  return new RegExp(secrets.map((secret) => secret.replaceAll(/\W/g, String.raw`\$&`)).join('|'), 'g');
}
