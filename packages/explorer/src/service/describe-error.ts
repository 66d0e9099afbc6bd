/** Describes errors for users of the page, because the SDK's messages are written for developers. */
import { isMockServicesError, type AnyMockServicesError, type ApiError } from '@mock-services/sdk';
import type { OperationId } from '@mock-services/sdk/contract';
import { statusText } from '../ui/status.tsx';
import { isEnteredTokenRejected, programProblem, serviceBehindPage, serviceUrl } from './page-server.ts';

export interface DescribedError {
  readonly title: string;
  /** Empty if `hint` contains the explanation. */
  readonly message: string;
  /** Advice for the user. Never contains text from the service. */
  readonly hint?: string | undefined;
  readonly command?: string | undefined;
  /** Whether the service needs a token, or rejected the entered token. */
  readonly token?: 'wanted' | 'rejected' | undefined;
  /** View with the list to which a missing resource would belong. */
  readonly back?: 'workspaces' | 'services' | undefined;
}

export function describeError(error: unknown): DescribedError {
  const problem = programProblem(error);
  if (problem !== undefined) {
    const { title, detail, command } = problem;
    return { title, message: '', hint: detail, command };
  }
  if (isMockServicesError(error)) {
    const { details, ...words } = wordsFor(error);
    const message = [requestOf(error), ...details].filter((line) => line !== '').join('\n');
    return { ...words, message };
  }
  return { title: 'Something went wrong', message: error instanceof Error ? error.message : String(error) };
}

function requestOf({ method, url, attempts }: AnyMockServicesError): string {
  if (attempts === 0) return '';
  return `${method} ${serviceUrl(url)}${attempts > 1 ? `, after ${attempts} requests` : ''}`;
}

interface Words extends Omit<DescribedError, 'message'> {
  readonly details: readonly string[];
}

function wordsFor(error: AnyMockServicesError): Words {
  switch (error.name) {
    case 'NetworkError':
      return { title: 'The service cannot be reached', details: [], ...reachHint(error.url) };
    case 'TimeoutError':
      return { title: 'The service did not respond in time', details: [] };
    case 'ApiError':
      return apiWords(error);
    case 'ParseError':
      return {
        title: 'The response cannot be read',
        details: [
          statusText(error.status),
          error.cause instanceof Error ? `The body is ${error.cause.message}.` : '',
        ],
        hint: 'Check the address of the service.',
      };
    case 'ValidationError':
      return {
        details: error.issues
          .slice(0, 10)
          .map(
            ({ path, expected, received }) =>
              `${path || '(root)'}: expected ${expected}, received ${received}`,
          ),
        ...(error.side === 'response'
          ? {
              title: 'The response does not match the interface',
              hint: 'The service may implement another version of the interface than this page.',
            }
          : { title: 'These values do not match the interface' }),
      };
    default:
      return { title: 'The request was canceled', details: [] };
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

function apiWords(error: ApiError): Words {
  const { status, body, retryAfterMs } = error;
  const text = statusText(status);
  const details = serviceWords(body, status);
  if (retryAfterMs) details.push(`Retry after ${Math.ceil(retryAfterMs / 1000)} s.`);
  if (status === 401) {
    const isRejected = isEnteredTokenRejected(error);
    return {
      title: isRejected ? 'The service rejected the token' : 'This service needs a token',
      details,
      token: isRejected ? 'rejected' : 'wanted',
    };
  }
  if (status === 403)
    return {
      title: 'The service denied access',
      details: [text, ...details],
      hint: 'The service may require another token or header. Open the menu with its address to change them.',
    };
  if (status === 404 || status === 410) {
    const back = listOf(error.operation);
    if (back === undefined)
      return { title: text, details, hint: 'The address of the service may be wrong. Check it.' };
    return {
      title: `The service has no such ${back === 'services' ? 'mock service' : 'workspace'}`,
      details: [text, ...details],
      hint: 'It may have been deleted, or the link may be for another service.',
      back,
    };
  }
  if (status === 422) return { title: 'The service rejected these values', details };
  return { title: `The service ${status >= 500 ? 'failed' : 'responded'} with ${text}`, details };
}

function listOf(operation: OperationId): DescribedError['back'] {
  if (/^(get|update|delete)MockService$/.test(operation)) return 'services';
  return /Activity|Configuration/.test(operation) ? 'workspaces' : undefined;
}

const longest = 400;

/** Returns the messages in the body of an error response, which may be problem details (RFC 9457) or short text. */
function serviceWords(body: unknown, status: number): string[] {
  const said = statusText(status).toLowerCase();
  const texts = sentencesOf(body).map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== '' && !said.endsWith(text.toLowerCase()));
}

function sentencesOf(body: unknown): string[] {
  // Ignore long text and HTML, such as the error page of a proxy.
  if (typeof body === 'string') return body.length > longest || /^\s*</.test(body) ? [] : [body];
  if (typeof body !== 'object' || body === null) return [];
  return ['title', 'detail', 'message', 'error'].flatMap((name) => {
    const text: unknown = Reflect.get(body, name);
    return typeof text === 'string' ? [text] : [];
  });
}
