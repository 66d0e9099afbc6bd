import { isMockServicesError, type AnyMockServicesError } from '@mock-services/sdk';

/** A failure in words: what happened, what the SDK says of it, and how often it was tried. */
export interface DescribedError {
  readonly title: string;
  readonly message: string;
  readonly hint: string | undefined;
}

export function describeError(error: unknown): DescribedError {
  const message = error instanceof Error ? error.message : String(error);
  const [title, hint] = isMockServicesError(error) ? wordsFor(error) : ['Something went wrong', undefined];
  return { title, message, hint };
}

type Words = readonly [title: string, hint?: string];

function wordsFor(error: AnyMockServicesError): Words {
  switch (error.name) {
    case 'NetworkError':
      return [
        'The service cannot be reached',
        'Is its address right, and does it allow requests from this page?',
      ];
    case 'TimeoutError':
      return ['The service did not answer in time'];
    case 'ApiError':
      return apiWords(error.status);
    case 'ParseError':
      return ['The answer is not JSON', 'Something other than the service may answer at this address.'];
    case 'ValidationError':
      return error.side === 'response'
        ? ['The answer differs from the interface', 'The service may be of another version.']
        : ['This cannot be sent'];
    default:
      return ['The request was ended'];
  }
}

function apiWords(status: number): Words {
  if (status === 404 || status === 410)
    return ['It is not there', 'It may have been deleted, or have expired.'];
  if (status === 401 || status === 403)
    return ['The service refuses this page', 'It may ask for credentials.'];
  if (status === 422) return ['The service refuses these values'];
  return status >= 500 ? [`The service failed with ${status}`] : [`The service answered ${status}`];
}
