import type { ActivityEntry } from '../contract/resources.ts';
import { allMessageFields, checkEntries, checkFields, invalid } from './arguments.ts';
import { bodyOf, contentCoding, type Side } from './body.ts';
import { decodeUtf8, encodeBase64, encodeText } from './bytes.ts';
import {
  decoded,
  isCredentialName,
  isCredentialParameter,
  type IsSecret,
  parseContainer,
  redactBody,
  redacted,
  redactJson,
  redactUrl,
} from './credentials.ts';
import { headerOf, mediaTypeOf } from './exchange.ts';
import { contains, isRegExp } from './patterns.ts';

/** A case-insensitive name, or a RegExp that is tested against the recorded name. */
export type NamePattern = string | RegExp;

/** Additional names whose values `redact` replaces. */
export interface RedactRules {
  readonly headers?: readonly NamePattern[] | undefined;
  readonly query?: readonly NamePattern[] | undefined;
  /** Names of fields in JSON bodies and forms. */
  readonly bodyFields?: readonly NamePattern[] | undefined;
}

/**
 * Replaces credentials in headers, cookies, URLs, metadata and bodies with `REDACTED`.
 *
 * - Cookies are replaced as a whole, and values of headers, URL parameters, JSON fields and form fields if the name
 *   suggests a credential, such as `x-api-key`, `clientSecret`, `sessionId` or `user[password]`.
 * - `code` and `ticket` are replaced in queries and forms, and `code` in a JSON token request.
 * - User names and passwords in URLs, `Bearer` and `Basic` credentials, and JSON web tokens are replaced.
 * - JSON that is nested more than 1,000 levels deep is replaced.
 *
 * HTML, multipart forms, and unreadable text such as compressed JSON are replaced by an empty body. Without a content
 * type, a body that begins with `<` or `--` is treated as HTML or a multipart form. Percent-encoded text is decoded
 * once. Everything else stays byte-for-byte the same, including scripts, style sheets and binary bodies. JSON with a
 * credential is serialized again, so duplicate fields are dropped and large numbers may be rounded.
 * @throws TypeError if `rules` has an unknown or invalid field, because ignoring a misspelled field would leave secrets
 *   in place.
 * @example
 * ```ts
 * import { redact } from '@mock-services/sdk/activity';
 *
 * redact(entries, { headers: ['x-customer'], bodyFields: ['iban', /card/i] });
 * ```
 */
export function redact<Entry extends ActivityEntry>(
  entries: readonly Entry[],
  rules: RedactRules = {},
): Entry[] {
  checkEntries('redact', entries, allMessageFields);
  checkFields('rules', rules, ['headers', 'query', 'bodyFields'], 'rule');
  const isHeader = secretNames('headers', rules, isCredentialParameter);
  const isParameter = secretNames('query', rules, isCredentialParameter);
  const isField = secretNames('bodyFields', rules, isCredentialName);
  const isFormField = secretNames('bodyFields', rules, isCredentialParameter);

  const redactHeader = ([name, value]: [string, unknown]) =>
    [name, isHeader(name) ? redacted : (redactJson(value, isParameter) as string)] as const;

  const redactMessage = <M extends Side>(entry: ActivityEntry, side: M): ActivityEntry[M] => ({
    ...redactOthers(entry[side]),
    headers: Object.fromEntries(Object.entries(entry[side].headers).map(redactHeader)),
    bodyBase64Encoded: recordedBody(entry, side, isField, isFormField),
  });

  return entries.map((entry) => ({
    ...redactOthers(entry),
    request: {
      ...redactMessage(entry, 'request'),
      // The recorded host may include a user name and password.
      hostname: redactUrl(`//${entry.request.hostname}`, isParameter).slice(2),
      path: redactUrl(entry.request.path, isParameter),
    },
    response: redactMessage(entry, 'response'),
  }));
}

function secretNames(rule: keyof RedactRules, rules: RedactRules, isCredential: IsSecret): IsSecret {
  const patterns: unknown = rules[rule] ?? [];
  const isPattern = (pattern: unknown) => typeof pattern === 'string' || isRegExp(pattern);
  if (!Array.isArray(patterns) || !patterns.every(isPattern))
    throw invalid(`rules.${rule}`, 'a list of names and RegExps', patterns);
  const isNamed = (name: string) =>
    (patterns as readonly NamePattern[]).some((pattern) =>
      typeof pattern === 'string' ? pattern.toLowerCase() === name.toLowerCase() : contains(name, pattern),
    );
  const known = new Map<string, boolean>();
  return (name) => {
    // Test a name with both meanings of `+`: a space in queries and forms, and a plus sign elsewhere.
    const isSecret =
      known.get(name) ??
      (isCredential(name) || isNamed(decoded(name)) || isNamed(decoded(name.replaceAll('+', ' '))));
    known.set(name, isSecret);
    return isSecret;
  };
}

/** Fields that are redacted individually, or that cannot contain a credential. */
const knownFields =
  /^(?:id|timestamp|request|response|hostname|port|path|method|headers|bodyBase64Encoded|statusCode|responseTimeMs)$/;

function redactOthers<Fields extends object>(record: Fields): Fields {
  const redactField = ([name, value]: [string, unknown]) => {
    if (knownFields.test(name)) return [name, value];
    return [name, isCredentialName(name) ? redacted : redactJson(value, isCredentialName)];
  };
  return Object.fromEntries(Object.entries(record).map(redactField)) as Fields;
}

/** Excludes scripts and style sheets, because their variables may have names like credentials. */
const textTypes = /^$|^(?:multipart|text(?!\/(?:css|javascript)))\/|json|xml|yaml|graphql|urlencoded/;

function recordedBody(entry: ActivityEntry, side: Side, isField: IsSecret, isFormField: IsSecret): string {
  const { headers, bodyBase64Encoded: recorded } = entry[side];
  // Detect gzip by its first bytes (`H4sI` in Base64), because the content-encoding may not have been recorded.
  if (recorded === '' || recorded.startsWith('H4sI')) return '';
  const contentType = headerOf(headers, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  // A declared gzip encoding is wrong, because gzip data would begin with `H4sI`.
  const isCoded = !/^(?:identity|x-gzip|gzip)?$/i.test(contentCoding(entry, side));
  if (isCoded && mediaType === 'application/octet-stream') return '';
  if (!textTypes.test(mediaType)) return recorded;
  try {
    const body = bodyOf(entry, side);
    if (mediaType === '' && decodeUtf8(body.bytes()) === undefined) return isCoded ? '' : recorded;
    const text = body.text();
    const shown =
      isCoded && !parseContainer(text) ? undefined : redactBody(text, mediaType, isField, isFormField);
    if (shown === text) return recorded;
    return shown === undefined ? '' : encodeBase64(encodeText(shown, contentType));
  } catch {
    return '';
  }
}
