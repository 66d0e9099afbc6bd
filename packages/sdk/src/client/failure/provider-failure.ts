import type { Call } from '../call.ts';
import type { HeadersOption } from '../credentials.ts';
import type { NetworkError } from '../errors/network-error.ts';
import { safeCause } from './safe-cause.ts';
import { secretsOf } from './secrets.ts';

/** The error of a token or header function that failed. */
export function providerFailure(call: Call, option: HeadersOption, cause: unknown): NetworkError {
  const sent = call.attempts === 0 ? 'nothing was sent' : 'no further request was sent';
  const message = `the function given as \`${option}\` failed, so ${sent}. See \`cause\`.`;
  return (call.explained = call.networkError(message, { cause: safeCause(cause, secretsOf(call)) }));
}
