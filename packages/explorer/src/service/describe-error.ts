/** Describes errors for users of the page, because the SDK's messages are written for developers. */
import { isMockServicesError, type AnyMockServicesError, type ApiError } from '@mock-services/sdk';
import type { OperationId } from '@mock-services/sdk/contract';
import { apiPath } from '../../server/marks.ts';
import { programProblem, serviceBehindPage } from './page-server.ts';

export interface DescribedError {
  readonly title: string;
  /** Empty if `hint` contains the explanation. */
  readonly message: string;
  /** Advice for the user, which never contains text from the service. */
  readonly hint?: string | undefined;
  readonly command?: string | undefined;
  readonly needsToken?: boolean;
  readonly back?: 'workspaces' | 'services' | undefined;
}

type Words = Omit<DescribedError, 'message'>;

export function describeError(error: unknown): DescribedError {
  const problem = programProblem(error);
  if (problem !== undefined) {
    const { title, detail, command } = problem;
    return { title, message: '', hint: detail, command };
  }
  if (isMockServicesError(error)) return { ...wordsFor(error), message: inTermsOfPage(error.message) };
  return { title: 'Something went wrong', message: error instanceof Error ? error.message : String(error) };
}

function inTermsOfPage(message: string): string {
  return message
    .replaceAll(location.origin + apiPath, serviceBehindPage() ?? location.origin + apiPath)
    .replaceAll('`baseUrl`', 'the address of the service')
    .replace(' Set `token` or `headers`.', '')
    .replace(' See `error.body` for details.', '');
}

function wordsFor(error: AnyMockServicesError): Words {
  switch (error.name) {
    case 'NetworkError':
      return { title: 'The service cannot be reached', ...reachHint(error.url) };
    case 'TimeoutError':
      return { title: 'The service did not respond in time' };
    case 'ApiError':
      return apiWords(error);
    case 'ParseError':
      return { title: 'The response cannot be read' };
    case 'ValidationError':
      return error.side === 'request'
        ? { title: 'These values do not match the interface' }
        : {
            title: 'The response does not match the interface',
            hint: 'The service may implement another version of the interface than this page.',
          };
    default:
      return { title: 'The request was canceled' };
  }
}

/** Returns questions that help the user find the cause, because browsers do not tell a page why a request failed. */
function reachHint(url: string): Pick<DescribedError, 'hint' | 'command'> {
  const { origin } = location;
  if (serviceBehindPage() !== undefined)
    return {
      hint: 'If the program that serves this page has stopped, restart it:',
      command: `npx @mock-services/explorer ${serviceBehindPage()}`,
    };
  const hint = 'Is the service running, and is its address correct?';
  if (new URL(url).origin === origin) return { hint };
  return {
    hint: `${hint} Does it allow requests from ${origin} (CORS)? A fake server allows them with this option:`,
    command: `npx @mock-services/fake-server --cors-origin ${origin}`,
  };
}

function apiWords({ status, operation }: ApiError): Words {
  const back = status === 404 || status === 410 ? listOf(operation) : undefined;
  if (back !== undefined)
    return {
      title: `The service has no such ${back === 'services' ? 'mock service' : 'workspace'}`,
      hint: 'It may have been deleted, or the link may be for another service.',
      back,
    };
  if (status === 401) return { title: 'This service needs a valid token', needsToken: true };
  if (status === 403)
    return {
      title: 'The service denied access',
      hint: 'It may require another token. Open the menu with its address to change the token.',
    };
  if (status === 422) return { title: 'The service rejected these values' };
  return { title: `The service ${status >= 500 ? 'failed' : 'responded'} with ${status}` };
}

function listOf(operation: OperationId): DescribedError['back'] {
  if (/^(get|update|delete)MockService$/.test(operation)) return 'services';
  return /Activity|Configuration/.test(operation) ? 'workspaces' : undefined;
}
