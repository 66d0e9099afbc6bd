import { isMockServicesError, type AnyMockServicesError } from '@mock-services/sdk';
import { programAdvice, programProblem } from '../service/program.ts';

/** Describes a failure: what happened, the message of the SDK, and the number of attempts. */
export interface DescribedError {
  readonly title: string;
  readonly message: string;
  readonly hint: string | undefined;
}

export function describeError(error: unknown): DescribedError {
  const problem = programProblem(error);
  if (problem !== undefined) return { title: problem.title, message: problem.detail, hint: undefined };
  const message = error instanceof Error ? error.message : String(error);
  const [title, hint] = isMockServicesError(error) ? wordsFor(error) : ['Something went wrong', undefined];
  return { title, message, hint: programAdvice(error) ?? hint };
}

type Words = readonly [title: string, hint?: string];

function wordsFor(error: AnyMockServicesError): Words {
  switch (error.name) {
    case 'NetworkError':
      return [
        'The service cannot be reached',
        'Is its address correct, and does it allow requests from this page?',
      ];
    case 'TimeoutError':
      return ['The service did not respond in time'];
    case 'ApiError':
      return apiWords(error.status);
    case 'ParseError':
      return ['The response cannot be read', 'This may not be the address of the service.'];
    case 'ValidationError':
      return error.side === 'response'
        ? ['The response does not match the interface', 'The service may have another version.']
        : ['This request is invalid'];
    default:
      return ['The request was aborted'];
  }
}

function apiWords(status: number): Words {
  if (status === 404 || status === 410) return ['Not found', 'It may have been deleted, or have expired.'];
  if (status === 401 || status === 403) return ['The service denied access', 'It may require credentials.'];
  if (status === 422) return ['The service rejected these values'];
  return status >= 500 ? [`The service failed with ${status}`] : [`The service responded with ${status}`];
}
