import type { ActivityEntry, ActivityMetadata } from '../../contract/resources.ts';
import type { RecordedHeaders } from '../headers.ts';
import { redactBody, redactFields } from './body.ts';
import { isCredentialName, isNamed, type NamePattern } from './names.ts';
import { redacted, redactPath, redactProse } from './text.ts';

/** What to redact besides credentials. */
export interface RedactRules {
  /** Headers, by name. */
  readonly headers?: readonly NamePattern[] | undefined;
  /** Query parameters, by name. */
  readonly query?: readonly NamePattern[] | undefined;
  /**
   * Fields of JSON and form bodies, by name, and all that is nested deeper than 1,000 levels. Bodies are left as they are
   * unless this is given; a JSON or form body that cannot be read, for instance because it is compressed, is then left out.
   */
  readonly bodyFields?: readonly NamePattern[] | undefined;
}

/**
 * Replaces credentials by `REDACTED`: the headers Authorization, Proxy-Authorization, Cookie, Set-Cookie,
 * X-Api-Key and whatever else is named like a token, key, secret, password, session or signature; query
 * parameters and fields of `metadata` of such names, and what is nested deeper than 1,000 levels there; and passwords
 * within URLs. The rules add to that.
 *
 * @returns New entries; those given are not changed.
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
  const isSecretParameter = (name: string) => isCredentialName(name) || isNamed(name, rules.query);
  const headersOf = (headers: RecordedHeaders) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        isCredentialName(name) || isNamed(name, rules.headers)
          ? redacted
          : redactProse(value, isSecretParameter),
      ]),
    );
  const { request, response } = entry;
  const { bodyFields } = rules;
  const isSecretField = (name: string) => isNamed(name, bodyFields);
  const bodyIn = (message: typeof request | typeof response) =>
    bodyFields === undefined ? message.bodyBase64Encoded : redactBody(message, isSecretField);
  return {
    ...entry,
    request: {
      ...request,
      path: redactPath(request.path, isSecretParameter),
      headers: headersOf(request.headers),
      bodyBase64Encoded: bodyIn(request),
    },
    response: { ...response, headers: headersOf(response.headers), bodyBase64Encoded: bodyIn(response) },
    // What is redacted are fields other than scenarioId, which has a name of its own.
    metadata: redactFields(entry.metadata, isCredentialName) as ActivityMetadata,
  };
}
