import type { ActivityEntry, ActivityMetadata } from '../../contract/resources.ts';
import { encodeBase64 } from '../base64.ts';
import { bodyOf, type RecordedMessage } from '../body.ts';
import { headerOf, mediaTypeOf, type RecordedHeaders } from '../headers.ts';
import { isCredentialName, isNamed, type NamePattern } from './names.ts';
import { redacted, redactForm, redactPath, redactProse } from './text.ts';

/** What to redact besides credentials. */
export interface RedactRules {
  /** Headers, by name. */
  readonly headers?: readonly NamePattern[] | undefined;
  /** Query parameters, by name. */
  readonly query?: readonly NamePattern[] | undefined;
  /**
   * Fields of JSON and form bodies, by name, and everything nested deeper than 1,000 levels. Without this option bodies stay
   * unchanged. With it, a JSON or form body that cannot be read, for instance because it is compressed, becomes empty.
   */
  readonly bodyFields?: readonly NamePattern[] | undefined;
}

/**
 * Replaces credentials with `REDACTED`: the headers Authorization, Proxy-Authorization, Cookie, Set-Cookie,
 * X-Api-Key and any other whose name is that of a token, key, secret, password, session or signature; query
 * parameters and fields of `metadata` with such names, and anything nested deeper than 1,000 levels there; and passwords
 * in URLs. `rules` add to these.
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

/** Tells by the name of a field, header or parameter whether to redact its value. */
type IsSecret = (name: string) => boolean;

/** Redacts one entry. */
export function redactEntry(entry: ActivityEntry, rules: RedactRules = {}): ActivityEntry {
  const isSecretHeader: IsSecret = (name) => isCredentialName(name) || isNamed(name, rules.headers);
  const isSecretParameter: IsSecret = (name) => isCredentialName(name) || isNamed(name, rules.query);
  const isSecretField: IsSecret = (name) => isNamed(name, rules.bodyFields);
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
  const mediaType = mediaTypeOf(headerOf(message.headers, 'content-type'));
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  if (recorded === '' || !(isForm || /^$|[/+]json$/.test(mediaType))) return recorded;
  const body = bodyOf(message);
  try {
    const text = isForm
      ? redactForm(body.text(), isSecret)
      : JSON.stringify(redactFields(body.json(), isSecret));
    return encodeBase64(new TextEncoder().encode(text));
  } catch {
    return '';
  }
}

/** JSON can be nested more deeply than functions can call each other. */
const maxDepth = 1000;

/** Redacts fields of a JSON value by their names, and everything nested too deeply to inspect. */
function redactFields(value: unknown, isSecret: IsSecret, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return redacted;
  const redactField = (field: unknown) => redactFields(field, isSecret, depth + 1);
  if (Array.isArray(value)) return value.map(redactField);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      isSecret(name) ? redacted : redactField(field),
    ]),
  );
}
