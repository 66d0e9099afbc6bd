import { type Issue, listIssues } from '../../contract/issue.ts';
import { ValidationError, type ValidationSide } from '../errors/validation-error.ts';
import { type ApiRequest, factsOf } from '../request.ts';

const opening: Readonly<Record<ValidationSide, string>> = {
  request: 'the request was not sent, because it differs from the interface',
  response: 'the response differs from the interface',
};

/** The error of a value that differs from the interface. */
export function validationError(
  request: ApiRequest,
  attempts: number,
  side: ValidationSide,
  issues: readonly Issue[],
): ValidationError {
  return new ValidationError(
    `${opening[side]}:${listIssues(issues)}`,
    factsOf(request, attempts),
    side,
    issues,
  );
}

/**
 * The error of an argument of a method.
 *
 * @param name - Empty for the input itself.
 * @param expected - What the argument has to be.
 * @param received - The type of the argument.
 */
export function invalidArgument(
  request: ApiRequest,
  attempts: number,
  name: string,
  expected: string,
  received: string,
): ValidationError {
  const pointer = name === '' ? '' : `/${name}`;
  return validationError(request, attempts, 'request', [{ path: name, pointer, expected, received }]);
}
