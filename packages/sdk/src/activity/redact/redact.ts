import type { ActivityEntry, ActivityMetadata } from '../../contract/resources.ts';
import { encodeBase64 } from '../base64.ts';
import { bodyOf, type RecordedMessage } from '../body.ts';
import { encodeText } from '../har/body-text.ts';
import { headerOf, mediaTypeOf, type RecordedHeaders } from '../headers.ts';
import { isCredentialName, isNamed, type NamePattern } from './names.ts';
import {
  type IsSecret,
  redacted,
  redactFields,
  redactForm,
  redactJson,
  redactPath,
  redactProse,
} from './text.ts';

/** What to redact besides credentials. */
export interface RedactRules {
  /** Headers, by name. */
  readonly headers?: readonly NamePattern[] | undefined;
  /** Query parameters, by name. */
  readonly query?: readonly NamePattern[] | undefined;
  /**
   * Fields of JSON and form bodies, by name, besides credentials, and everything nested deeper than 1,000 levels. Without this
   * option bodies stay unchanged. With it, a JSON or form body that cannot be read, for instance because it is compressed,
   * becomes empty.
   */
  readonly bodyFields?: readonly NamePattern[] | undefined;
}

/**
 * Replaces credentials with `REDACTED`: headers, parameters of paths and of URLs in headers, percent-encoded or not, and
 * fields of `metadata` and of JSON in headers, whose names have a word for a token, key, secret, password, session or
 * signature (`x-api-key`, `clientSecret`, `user[password]`); user names and passwords in URLs, `Bearer` and `Basic`
 * credentials and JSON web tokens wherever they are; and anything in `metadata` that is nested deeper than 1,000 levels.
 * What is in doubt is replaced. `rules` add to these. What holds no credential stays as it was recorded; JSON that holds one
 * is written anew, with numbers as JavaScript has them.
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
  const isSecretHeader: IsSecret = (name) => isCredentialName(name) || isNamed(name, rules.headers);
  const isSecretParameter: IsSecret = (name) => isCredentialName(name) || isNamed(name, rules.query);
  const isSecretField: IsSecret = (name) => isCredentialName(name) || isNamed(name, rules.bodyFields);
  const redactMessage = <Message extends RecordedMessage>(message: Message): Message => ({
    ...message,
    headers: redactHeaders(message.headers, isSecretHeader, isSecretParameter),
    ...(rules.bodyFields && { bodyBase64Encoded: redactBody(message, isSecretField) }),
  });
  return {
    ...entry,
    request: { ...redactMessage(entry.request), path: redactPath(entry.request.path, isSecretParameter) },
    response: redactMessage(entry.response),
    // `scenarioId` stays, because its name is not that of a credential.
    metadata: redactFields(entry.metadata, isCredentialName) as ActivityMetadata,
  };
}

function redactHeaders(headers: RecordedHeaders, isSecret: IsSecret, isSecretParameter: IsSecret) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecret(name) ? redacted : redactProse(value, isSecretParameter),
    ]),
  );
}

/** The body with its fields redacted, in Base64. Empty if it should be JSON or a form but cannot be read. */
function redactBody(message: RecordedMessage, isSecret: IsSecret): string {
  const recorded = message.bodyBase64Encoded;
  const contentType = headerOf(message.headers, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  if (recorded === '' || !(isForm || /^$|[/+]json$/.test(mediaType))) return recorded;
  try {
    const text = bodyOf(message).text();
    const shown = isForm ? redactForm(text, isSecret) : redactJson(text, JSON.parse(text), isSecret);
    return shown === text ? recorded : encodeBase64(encodeText(shown, contentType));
  } catch {
    return '';
  }
}
