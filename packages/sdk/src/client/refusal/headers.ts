import { typeName } from '../../contract/type-name.ts';
import type { Call } from '../call.ts';
import type { HeadersOption } from '../credentials.ts';
import type { ValidationError } from '../errors/validation-error.ts';
import { refusal } from './refusal.ts';

/** The error of a token or of headers that cannot be sent. */
export function unfitHeaders(call: Call, option: HeadersOption, given: unknown): ValidationError {
  const expected =
    option === 'token' && (typeof given !== 'string' || given === '')
      ? 'a token that is not empty'
      : 'names and values that HTTP can carry';
  const issue = { path: option, pointer: '', expected, received: typeName(given) };
  return (call.explained = refusal(call, 'request', [issue]));
}
