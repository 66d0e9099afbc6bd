import { check } from '../../contract/check.ts';
import { bodies, type Bodies } from '../../contract/bodies.ts';
import { type Issue, locate } from '../../contract/issue.ts';
import { parametersOf } from '../../contract/path.ts';
import { identifier } from '../../contract/schemas.ts';
import { typeName } from '../../contract/type-name.ts';
import type { Call } from '../call.ts';
import type { ValidationError } from '../errors/validation-error.ts';
import { refusal } from './refusal.ts';
import type { OptionProblem } from '../check-options.ts';

/** The error of a path parameter that is no identifier. */
export function refusedId(call: Call, id: unknown): ValidationError {
  const places = parametersOf(call.terms.endpoint.path).map((name) => locate([name]));
  return refusal(
    call,
    'request',
    places.flatMap((place) => check(identifier, id).map((issue) => ({ ...issue, ...place }))),
  );
}

/** The error of an option that has no meaning. */
export function refusedOption(call: Call, { option, expected, given }: OptionProblem): ValidationError {
  return refusal(call, 'request', [{ ...locate([option]), expected, received: typeName(given) }]);
}

/** The error of an input that cannot be written as JSON. */
export function unwritableInput(call: Call): ValidationError {
  const expected = 'what JSON can hold';
  return refusal(call, 'request', [
    { ...locate([]), expected, received: 'a circle, a bigint or a getter that throws' },
  ]);
}

/**
 * Checks a body that is about to be sent. Places are named as the caller knows them, without the envelope.
 *
 * @throws ValidationError
 */
export function checkInput(call: Call, sent: unknown): void {
  const { operation, endpoint } = call.terms;
  const { body }: Bodies = bodies[operation];
  const issues = body === undefined ? [] : check(body, sent);
  if (issues.length > 0) {
    throw refusal(
      call,
      'request',
      issues.map((issue) => withoutEnvelope(issue, endpoint.bodyKey)),
    );
  }
}

function withoutEnvelope(issue: Issue, key: string | undefined): Issue {
  if (key === undefined) return issue;
  return {
    ...issue,
    path: issue.path.slice(key.length).replace(/^\./, ''),
    pointer: issue.pointer.slice(key.length + 1),
  };
}
