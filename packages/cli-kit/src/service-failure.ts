import {
  type ApiError,
  isApiError,
  isNetworkError,
  isTimeoutError,
  type MockServicesError,
} from '@mock-services/sdk';
import { proxyAdvice } from './proxy.ts';
import type { Terminal } from './terminal.ts';
import { shown, shownLines } from './text.ts';

export interface FailureWords {
  /** Name of the option that contains the base URL. */
  readonly url: string;
  /** Advice for a request that exceeded a time limit. */
  readonly longer: string;
  /** Advice by HTTP status. */
  readonly hints: Readonly<Record<number, string>>;
}

/**
 * Describes why a client call failed, and what the user can do. The text contains no body.
 *
 * @param more - Lines to insert after the reason.
 * @param hide - Replaces secrets in the text, except in `more`.
 */
export function serviceFailureText(
  error: MockServicesError,
  words: FailureWords,
  environment: Terminal['environment'],
  more: readonly string[] = [],
  hide = (text: string) => text,
): string {
  const isStatus = isApiError(error);
  // The message about a redirect already explains why the redirect was not followed.
  const isRedirect = isStatus && isRedirection(error);
  const hint = isStatus ? words.hints[error.status] : undefined;
  const hasResponse = !isNetworkError(error) && !isTimeoutError(error);
  const advice = proxyAdvice(error.url, environment, hasResponse);
  const reason =
    isStatus && !isRedirect
      ? `${error.method} ${shown(error.url)}: the service responded with ${error.status}${error.attempts > 1 ? ` after ${error.attempts} attempts` : ''}.`
      : shownLines(inTermsOfOptions(error.message, words));
  const last = [hint, advice].filter((line) => line !== undefined);
  return [hide(reason), ...more, ...last.map((line) => hide(line))].join('\n');
}

/** Excludes a redirect without a valid target, because the client treats such a response like any other error. */
function isRedirection({ status, headers, url }: ApiError): boolean {
  const target = headers.get('location');
  return [301, 302, 303, 307, 308].includes(status) && target !== null && URL.canParse(target, url);
}

/** Replaces the SDK's advice for programmers with advice for users of the command line. */
function inTermsOfOptions(message: string, { url, longer }: FailureWords): string {
  return message
    .replaceAll('`baseUrl`', url)
    .replace(/^(\w+: )`(?:timeout|totalTimeout)`(.*)$/s, `$1the time limit$2 ${longer}`)
    .replace(' See `error.cause`.', '');
}
