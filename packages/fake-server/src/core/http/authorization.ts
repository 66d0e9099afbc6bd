import { optionError } from '../errors.ts';
import type { WireResponse } from './message.ts';
import { Problem } from './problem.ts';

/**
 * @throws {FakeServerError} (`invalid-option`) if the option is present without a value, because a missing secret must
 *   not make a server public.
 */
export function tokenOption(options: { readonly requiredToken?: string | undefined }): string | undefined {
  if (
    'requiredToken' in options &&
    (typeof options.requiredToken !== 'string' || options.requiredToken === '')
  ) {
    throw optionError('requiredToken', 'a non-empty token, or omitted to require no token');
  }
  return options.requiredToken;
}

const option = 'option `requiredToken` (--token, MOCK_SERVICES_TOKEN)';

export function authorize(
  token: string | undefined,
  { authorization: given }: WireResponse['headers'],
): Problem | undefined {
  if (token === undefined || given === `Bearer ${token}`) return undefined;
  const detail =
    given === undefined
      ? `This server requires the header \`Authorization: Bearer <token>\` with the token in its ${option}.`
      : `The Authorization header must be \`Bearer <token>\` with the token in the ${option} of this server.`;
  return new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' }, breaksContract: false });
}
