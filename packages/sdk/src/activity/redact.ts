import type { ActivityEntry } from '../contract/resources.ts';
import { allMessageFields, checkEntries, checkFields, invalid } from './arguments.ts';
import { bodyOf, contentCoding, type Side } from './body.ts';
import { binaryOf, decodeUtf8, encodeBase64, encodeText } from './bytes.ts';
import { isRegExp } from './compare.ts';
import {
  decoded,
  isCredentialInQuery,
  isCredentialName,
  isCredentialParameter,
  type IsSecret,
  parseContainer,
  redactJsonText,
  redacted,
  redactForm,
  redactJson,
  redactTags,
  redactText,
  redactUrl,
} from './credentials.ts';
import { headerOf, mediaTypeOf, type RecordedHeaders } from './exchange.ts';

/** A case-insensitive name, or a RegExp that is tested against the recorded name. */
export type NamePattern = string | RegExp;

/** Further names whose values `redact` replaces. */
export interface RedactRules {
  readonly headers?: readonly NamePattern[] | undefined;
  readonly query?: readonly NamePattern[] | undefined;
  /** Names of fields in JSON bodies, forms and multipart forms. */
  readonly bodyFields?: readonly NamePattern[] | undefined;
}

/**
 * Replaces credentials in headers, cookies, URLs, metadata and bodies with `REDACTED`.
 *
 * - Values of headers, URL parameters, JSON fields and form fields are replaced if their name suggests a credential,
 *   such as `x-api-key`, `clientSecret`, `sessionId` or `user[password]`. Cookies are replaced as a whole.
 * - `code` and `ticket` are replaced in queries and forms, and `code` in a JSON token request.
 * - In HTML, the values of `input`, `button`, `textarea` and `meta` tags with such a name are replaced.
 * - User names and passwords in URLs, `Bearer` and `Basic` credentials, and JSON web tokens are replaced.
 * - JSON that is nested more than 1,000 levels deep is replaced.
 *
 * Percent-encoded text is decoded once. A body becomes empty if it should be text but cannot be read, for example
 * because it is compressed. Everything else stays byte-for-byte the same, including scripts, style sheets and binary
 * bodies. JSON with a credential is serialized again, so duplicate fields are dropped and large numbers may be rounded.
 * @throws TypeError if `rules` has an unknown or invalid field. Ignoring a misspelled field would leave secrets in
 *   place.
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

  const redactHeaders = (headers: RecordedHeaders): Record<string, string> => {
    const redactHeader = ([name, value]: [string, unknown]) =>
      [name, isHeader(name) ? redacted : (redactJson(value, isParameter) as string)] as const;
    return Object.fromEntries(Object.entries(headers).map(redactHeader));
  };

  return entries.map((entry) => {
    const { request, response } = entry;
    return {
      ...redactOthers(entry),
      request: {
        ...redactOthers(request),
        // The recorded host may include a user name and password.
        hostname: redactUrl(`//${request.hostname}`, isParameter).slice(2),
        path: redactUrl(request.path, isParameter),
        headers: redactHeaders(request.headers),
        bodyBase64Encoded: redactBody(entry, 'request', isField, isFormField),
      },
      response: {
        ...redactOthers(response),
        headers: redactHeaders(response.headers),
        bodyBase64Encoded: redactBody(entry, 'response', isField, isFormField),
      },
    };
  });
}

function secretNames(rule: keyof RedactRules, rules: RedactRules, isCredential: IsSecret): IsSecret {
  const patterns: unknown = rules[rule] ?? [];
  if (!Array.isArray(patterns) || !patterns.every(isPattern)) {
    throw invalid(`rules.${rule}`, 'a list of names and RegExps', patterns);
  }
  if (patterns.length === 0) return isCredential;
  return (name) => {
    if (isCredential(name)) return true;
    // `+` means a space in queries and forms, but a plus sign in other text, so try both.
    const spellings = [decoded(name), decoded(name.replaceAll('+', ' '))];
    return patterns.some((pattern) => spellings.some((spelling) => isNamed(spelling, pattern)));
  };
}

function isPattern(pattern: unknown): pattern is NamePattern {
  return typeof pattern === 'string' || isRegExp(pattern);
}

function isNamed(name: string, pattern: NamePattern): boolean {
  if (typeof pattern === 'string') return pattern.toLowerCase() === name.toLowerCase();
  // Unlike `search`, `test` would change the `lastIndex` of a global RegExp.
  return name.search(pattern) >= 0;
}

/** Fields that `redact` handles one by one, or that hold no credential. */
const knownFields = new Set(
  'id timestamp request response hostname port path method headers bodyBase64Encoded statusCode responseTimeMs'.split(
    ' ',
  ),
);

function redactOthers<Fields extends object>(record: Fields): Fields {
  const redactField = ([name, value]: [string, unknown]) => {
    if (knownFields.has(name)) return [name, value];
    return [name, isCredentialName(name) ? redacted : redactJson(value, isCredentialName)];
  };
  return Object.fromEntries(Object.entries(record).map(redactField)) as Fields;
}

/** Excludes scripts and style sheets, whose variables may be named like credentials. */
const textTypes = /^$|^(?:multipart|text(?!\/(?:css|javascript)))\/|json|xml|yaml|graphql|urlencoded/;

function redactBody(entry: ActivityEntry, side: Side, isField: IsSecret, isFormField: IsSecret): string {
  const { headers, bodyBase64Encoded: recorded } = entry[side];
  // `H4sI` is Base64 for the first bytes of gzip data, whose content-encoding may not have been recorded.
  if (recorded === '' || recorded.startsWith('H4sI')) return '';
  const contentType = headerOf(headers, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  const isJson = /[/+]json$/.test(mediaType);
  // Ignore a declared gzip encoding, because the `H4sI` check has ruled gzip out.
  const isCoded = !/^(?:identity|x-gzip|gzip)?$/i.test(contentCoding(entry, side));
  if (isCoded && mediaType === 'application/octet-stream') return '';
  if (!textTypes.test(mediaType)) return recorded;
  try {
    const body = bodyOf(entry, side);
    const bytes = body.bytes();
    if (mediaType === '' && decodeUtf8(bytes) === undefined) return isCoded ? '' : recorded;
    if (mediaType.startsWith('multipart/')) {
      const form = binaryOf(bytes);
      const shown = redactMultipart(form, contentType ?? '', isField, isFormField);
      return shown === form ? recorded : btoa(shown);
    }
    const text = body.text();
    const json = isJson ? (JSON.parse(text) as unknown) : parseContainer(text);
    if (json === undefined && isCoded) return '';
    const shown =
      json !== undefined
        ? redactJsonText(text, json, isField)
        : mediaType === 'application/x-www-form-urlencoded'
          ? redactForm(text, isFormField)
          : redactLines(text, isField);
    if (shown === text) return recorded;
    // The bytes behind a replacement character could not be restored.
    return text.includes('\u{fffd}') ? '' : encodeBase64(encodeText(shown, contentType));
  } catch {
    return '';
  }
}

function redactLines(text: string, isSecret: IsSecret): string {
  const lines = redactTags(text, isSecret)
    .split('\n')
    .map((line) => redactText(line, isSecret));
  return lines.join('\n');
}

/** Each character of `form` is one byte, because a part may be a binary file (RFC 7578). */
function redactMultipart(
  form: string,
  contentType: string,
  isField: IsSecret,
  isFormField: IsSecret,
): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain ?? ''}`;
  const parts = form.split(delimiter);
  if (delimiter === '--' || parts.length === 1) throw new TypeError('The body is not a multipart form.');
  const redactPart = (part: string) => {
    const start = /\r?\n\r?\n/.exec(part);
    if (start === null) return part;
    const from = start.index + start[0].length;
    const [end = ''] = /\r?\n$/.exec(part.slice(from)) ?? [];
    const to = part.length - end.length;
    const [, name = ''] = /;\s*name="?([^";\r\n]*)/i.exec(part.slice(0, from)) ?? [];
    const utf8 = decodeUtf8(Uint8Array.from(name, (character) => character.charCodeAt(0))) ?? name;
    const content = part.slice(from, to);
    return (
      part.slice(0, from) +
      (isFormField(utf8) || isCredentialInQuery(utf8) ? redacted : redactLines(content, isField)) +
      end
    );
  };
  return parts.map(redactPart).join(delimiter);
}
