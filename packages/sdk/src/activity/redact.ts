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
import { checkFields } from './matcher.ts';

/** A name or a RegExp. A name given as a string is case-insensitive. A RegExp is tested against the recorded name. */
export type NamePattern = string | RegExp;

/** Additional names whose values `redact` replaces. */
export interface RedactRules {
  /** Names of headers. */
  readonly headers?: readonly NamePattern[] | undefined;
  /** Names of query parameters. */
  readonly query?: readonly NamePattern[] | undefined;
  /**
   * Names of fields in bodies. The bodies may be JSON, forms, multipart forms, or text that contains JSON. Bodies are
   * only redacted if `bodyFields` is set. If `bodyFields` is set, credentials in bodies are redacted. JSON in bodies
   * that is nested more than 1,000 levels deep is redacted. A JSON or form body becomes empty if it cannot be read, for
   * example because it is compressed.
   */
  readonly bodyFields?: readonly NamePattern[] | undefined;
}

/**
 * Replaces credentials with `REDACTED` in every string of an entry except its bodies. The function finds credentials in
 * plain text, percent-encoded text and JSON.
 *
 * - The value of a header, field, cookie or URL parameter is replaced if its name suggests a credential, such as
 *   `x-api-key`, `clientSecret`, `sessionId` or `user[password]`.
 * - User names and passwords in URLs, `Bearer` and `Basic` credentials, and JSON web tokens are replaced.
 * - All values that are nested more than 1,000 levels deep are replaced.
 *
 * A value is replaced if it may be a credential. Use `rules` to replace further values. Values that are not replaced
 * stay unchanged. However, JSON text that contains a credential is serialized again, so duplicate fields are dropped
 * and large numbers may be rounded.
 *
 * @returns New entries. The original entries are not modified.
 * @throws {@link ArgumentError} if `rules` has an unknown field. If a misspelled field were ignored, secrets would
 *   remain.
 * @example
 * ```ts
 * import { redact } from '@mock-services/sdk/activity';
 *
 * redact(entries, { headers: ['x-customer'], bodyFields: ['iban', /card/i] });
 * ```
 */
export function redact(entries: readonly ActivityEntry[], rules: RedactRules = {}): ActivityEntry[] {
  checkFields('rules', rules, ['headers', 'query', 'bodyFields']);
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
      // The host name is parsed as part of a URL, so that a user name and a password before it are recognized.
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

/** Fields of the interface whose values are never replaced as a whole. */
const plainFields = new Set([
  'id',
  'timestamp',
  'metadata',
  'method',
  'port',
  'statusCode',
  'responseTimeMs',
]);

/**
 * Redacts the fields of an object by name. If `own` contains a function for a field, the function redacts the
 * field. `redactOther` redacts all other fields.
 */
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

/**
 * Creates a function that recognizes secret names. A name is secret if it names a credential or matches one of the
 * patterns.
 */
function secretNames(patterns: readonly NamePattern[] | undefined): IsSecret {
  return (name) => isCredentialName(name) || isNamed(name, patterns);
}

function isNamed(name: string, patterns: readonly NamePattern[] = []): boolean {
  if (patterns.length === 0) return false;
  // In form data, `+` means a space. In other text, `+` is a plus sign.
  const names = [name, name.replaceAll('+', ' ')].map((written) => decoded(written, 1));
  return patterns.some((pattern) =>
    names.some((plain) =>
      typeof pattern === 'string'
        ? pattern.toLowerCase() === plain.toLowerCase()
        : // `test` would change the `lastIndex` of a global RegExp.
          plain.search(pattern) >= 0,
    ),
  );
}

/** Returns the redacted body as Base64. Returns an empty string if the body should be text but cannot be read. */
function redactBody(message: RecordedMessage, entry: ActivityEntry, isSecret: IsSecret): string {
  const recorded = message.bodyBase64Encoded;
  const contentType = headerOf(message.headers, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  const isJson = /^$|[/+]json$/.test(mediaType);
  const isText = /^(text|multipart)\/|json|xml|yaml|javascript|graphql|urlencoded/.test(mediaType);
  if (recorded === '' || !(isJson || isText)) return recorded;
  // Compressed bytes may look like text. A JSON body is not compressed, because it was parsed successfully.
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
    // Text that contains replacement characters cannot be converted back to the recorded bytes.
    return !isJson && text.includes('\u{fffd}') ? '' : encodeBase64(encodeText(shown, contentType));
  } catch {
    return '';
  }
}

/**
 * Redacts each part of a multipart form according to the name of the part (RFC 7578).
 *
 * @throws TypeError if the multipart form cannot be split into parts, or if a part has no name.
 */
function redactMultipart(text: string, contentType: string, isSecret: IsSecret): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain ?? ''}`;
  const [preamble = '', ...parts] = text.split(delimiter);
  const end = parts.pop() ?? '';
  if (delimiter === '--' || preamble.trim() !== '' || !end.startsWith('--')) {
    throw new TypeError('The body is not a multipart form.');
  }
  const shown = parts.map((part) => {
    const [head = ''] = part.split(/\r?\n\r?\n/, 1);
    const [blank = ''] = /^\r?\n\r?\n/.exec(part.slice(head.length)) ?? [];
    const name = /;\s*name="?([^";\r\n]*)/i.exec(head)?.[1];
    if (name === undefined) throw new TypeError('A part of the multipart form has no name.');
    const content = part.slice(head.length + blank.length).replace(/\r?\n$/, '');
    const rest = part.slice(head.length + blank.length + content.length);
    return head + blank + (isSecret(name) ? redacted : redactProse(content, isSecret)) + rest;
  });
  return [preamble, ...shown, end].join(delimiter);
}
