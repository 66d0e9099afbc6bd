import { isCredentialParameter, redactJson } from '../activity/credentials.ts';

/**
 * Replaces credentials in a JSON value, such as a seed, with `REDACTED`. As in `redact`, credentials are fields with
 * names such as `apiKey`, `Bearer` tokens, and user names and passwords in URLs.
 *
 * @returns A copy, or the given value itself if it contains no credentials.
 * @example
 * ```ts
 * import { redactValue } from '@mock-services/sdk/seed';
 *
 * redactValue({ 'x-api-key': 'hunter2', url: 'https://me:hunter2@shop.example' });
 * ```
 */
export function redactValue(value: unknown): unknown {
  return redactJson(value, isCredentialParameter);
}
