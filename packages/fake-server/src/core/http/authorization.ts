import { tokenProblem } from '@mock-services/sdk/seed';
import { optionProblem } from '../errors.ts';
import type { WireResponse } from './message.ts';
import { Problem } from './problem.ts';

/**
 * @throws {FakeServerError} (`invalid-option`) if the option is present without a valid token, because a missing secret
 * must not make a server public.
 */
export function tokenOption(options: { readonly requiredToken?: string | undefined }): string | undefined {
  if (!('requiredToken' in options)) return undefined;
  const problem = tokenProblem(options.requiredToken);
  if (problem === undefined) return options.requiredToken;
  throw optionProblem('requiredToken', `is invalid. ${problem} To require no token, omit the option.`);
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
