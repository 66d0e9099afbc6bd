import type { ActivityEntry } from '../contract/resources.ts';
import { bodyOf, contentCoding, type RecordedMessage } from './body.ts';
import { encodeBase64, encodeText } from './bytes.ts';
import {
  decoded,
  isCredentialName,
  type IsSecret,
  redacted,
  redactFields,
  redactForm,
  redactJson,
  redactPath,
  redactProse,
} from './credentials.ts';
import { headerOf, mediaTypeOf } from './exchange.ts';

/** A case-insensitive name, or a pattern that is tested against the name as recorded. */
export type NamePattern = string | RegExp;

/** Names of values to redact in addition to credentials. */
export interface RedactRules {
  /** Headers, by name. */
  readonly headers?: readonly NamePattern[] | undefined;
  /** Query parameters, by name. */
  readonly query?: readonly NamePattern[] | undefined;
  /**
   * Fields of bodies, by name, in addition to credentials: of JSON, forms, multipart forms, and JSON in text. Without this
   * option, bodies stay unchanged. With it, everything that is nested deeper than 1,000 levels is replaced, and a JSON body or
   * a form that cannot be read, for instance because it is compressed, becomes empty.
   */
  readonly bodyFields?: readonly NamePattern[] | undefined;
}

/**
 * Replaces credentials with `REDACTED`, in every string of an entry except its bodies:
 *
 * - headers, fields, parameters of paths and URLs, and cookies whose names have a word for a token, key, secret, password,
 *   session or signature (`x-api-key`, `clientSecret`, `user[password]`), in plain or percent-encoded text and in JSON;
 * - user names and passwords in URLs, `Bearer` and `Basic` credentials, and JSON web tokens;
 * - everything that is nested deeper than 1,000 levels.
 *
 * A value that may be a credential is replaced. `rules` name further values. Everything else stays as recorded, except that
 * JSON with a credential is serialized again: with JavaScript's numbers, and with only the last of several fields of one name.
 *
 * @returns New entries; the given ones are not changed.
 * @example
 * ```ts
 * import { redact } from '@mock-services/sdk/activity';
 *
 * redact(entries, { headers: ['x-customer'], bodyFields: ['iban', /card/i] });
 * ```
 */
export function redact(entries: readonly ActivityEntry[], rules: RedactRules = {}): ActivityEntry[] {
  return entries.map((entry) => redactEntry(entry, rules));
}

/** Redacts one entry. */
export function redactEntry(entry: ActivityEntry, rules: RedactRules = {}): ActivityEntry {
  const isSecretHeader = secretNames(rules.headers);
  const isSecretParameter = secretNames(rules.query);
  const isSecretField = secretNames(rules.bodyFields);
  const isSecretInMessage: IsSecret = (name) => isSecretHeader(name) || isNamed(name, rules.query);
  const redactMessage = (message: RecordedMessage) =>
    redactRecord(message, isSecretInMessage, {
      path: (path) => redactPath(String(path), isSecretParameter),
      // As in a URL, so that a user name and a password are recognized.
      hostname: (hostname) => redactPath(`//${String(hostname)}`, isSecretParameter).slice(2),
      headers: (headers) =>
        redactRecord(headers as object, isSecretHeader, {}, (value) =>
          redactFields(value, isSecretParameter),
        ),
      bodyBase64Encoded: (body) => (rules.bodyFields ? redactBody(message, entry, isSecretField) : body),
    });
  return redactRecord(entry, isCredentialName, {
    request: () => redactMessage(entry.request),
    response: () => redactMessage(entry.response),
  }) as ActivityEntry;
}

/** Fields of the interface that are not redacted as a whole, whatever the rules say. */
const plainFields = new Set([
  'id',
  'timestamp',
  'metadata',
  'method',
  'port',
  'statusCode',
  'responseTimeMs',
]);

/** Redacts the fields of an object by their names: some by a function of their own, any others by `redactOther`. */
function redactRecord(
  record: object,
  isSecret: IsSecret,
  own: Readonly<Record<string, (value: unknown) => unknown>>,
  redactOther = (value: unknown) => redactFields(value, isSecret),
): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => {
      if (Object.hasOwn(own, name)) return [name, own[name]?.(value)];
      return [name, !plainFields.has(name) && isSecret(name) ? redacted : redactOther(value)];
    }),
  );
}

/** Recognizes names of credentials, and names that match any of the patterns. */
function secretNames(patterns: readonly NamePattern[] | undefined): IsSecret {
  return (name) => isCredentialName(name) || isNamed(name, patterns);
}

/** Whether a name matches any of the patterns. */
function isNamed(name: string, patterns: readonly NamePattern[] = []): boolean {
  if (patterns.length === 0) return false;
  // A plus is a space in forms, and itself elsewhere.
  const names = [name, name.replaceAll('+', ' ')].map((written) => decoded(written, 1));
  return patterns.some((pattern) =>
    names.some((plain) =>
      typeof pattern === 'string'
        ? pattern.toLowerCase() === plain.toLowerCase()
        : // Unlike `test`, `search` does not change a global pattern.
          plain.search(pattern) >= 0,
    ),
  );
}

/** The body with its fields redacted, in Base64. Empty if it should be text but cannot be read. */
function redactBody(message: RecordedMessage, entry: ActivityEntry, isSecret: IsSecret): string {
  const recorded = message.bodyBase64Encoded;
  const contentType = headerOf(message.headers, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  const isJson = /^$|[/+]json$/.test(mediaType);
  const isText = /^(text|multipart)\/|json|xml|yaml|javascript|graphql|urlencoded/.test(mediaType);
  if (recorded === '' || !(isJson || isText)) return recorded;
  // Compressed bytes may look like text. JSON proves that they are text.
  if (!isJson && !/^(identity)?$/i.test(contentCoding(message, entry).trim())) return '';
  try {
    const text = bodyOf(message).text();
    const shown = isJson
      ? redactJson(text, JSON.parse(text), isSecret)
      : mediaType === 'application/x-www-form-urlencoded'
        ? redactForm(text, isSecret)
        : mediaType === 'multipart/form-data'
          ? redactMultipart(text, contentType ?? '', isSecret)
          : redactProse(text, isSecret);
    if (shown === text) return recorded;
    // Text with replacement characters does not have the recorded bytes.
    return !isJson && text.includes('\u{fffd}') ? '' : encodeBase64(encodeText(shown, contentType));
  } catch {
    return '';
  }
}

/**
 * Redacts the parts of a multipart form (RFC 7578) by their names.
 *
 * @throws `TypeError` if its parts or their names are not found.
 */
function redactMultipart(text: string, contentType: string, isSecret: IsSecret): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain ?? ''}`;
  const [preamble = '', ...parts] = text.split(delimiter);
  const end = parts.pop() ?? '';
  if (delimiter === '--' || preamble.trim() !== '' || !end.startsWith('--')) {
    throw new TypeError('not a multipart form');
  }
  const shown = parts.map((part) => {
    const [head = ''] = part.split(/\r?\n\r?\n/, 1);
    const [blank = ''] = /^\r?\n\r?\n/.exec(part.slice(head.length)) ?? [];
    const name = /;\s*name="?([^";\r\n]*)/i.exec(head)?.[1];
    if (name === undefined) throw new TypeError('a part without a name');
    const content = part.slice(head.length + blank.length).replace(/\r?\n$/, '');
    const rest = part.slice(head.length + blank.length + content.length);
    return head + blank + (isSecret(name) ? redacted : redactProse(content, isSecret)) + rest;
  });
  return [preamble, ...shown, end].join(delimiter);
}
