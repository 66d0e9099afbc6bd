import { typeName } from '../../contract/type-name.ts';
import type { Call } from '../call.ts';
import type { HeadersOption } from '../credentials.ts';
import { NetworkError, ValidationError } from '../errors/index.ts';
import { safeCause } from './safe-cause.ts';
import { secretsOf } from './secrets.ts';

/** The error of a token or header function that failed. */
export function providerFailure(call: Call, option: HeadersOption, cause: unknown): NetworkError {
  const sent = call.attempts === 0 ? 'nothing was sent' : 'no further request was sent';
  const message = `the function given as \`${option}\` failed, so ${sent}. See \`cause\`.`;
  return (call.explained = new NetworkError(message, call.facts, {
    cause: safeCause(cause, secretsOf(call)),
  }));
}

/** The error of a token or of headers that cannot be sent. */
export function unfitHeaders(call: Call, option: HeadersOption, given: unknown): ValidationError {
  const expected =
    option === 'token' && (typeof given !== 'string' || given === '')
      ? 'a token that is not empty'
      : 'names and values that HTTP can carry';
  const issue = { path: option, pointer: '', expected, received: typeName(given) };
  return (call.explained = new ValidationError(call.facts, 'request', [issue]));
}
