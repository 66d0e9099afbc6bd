/** Describes errors for users of the page. The messages of the SDK are written for developers. */
import { isMockServicesError, type AnyMockServicesError, type ApiError } from '@mock-services/sdk';
import { withoutSecrets } from '../service/credentials.ts';
import {
  isTokenRejected,
  programAdvice,
  programProblem,
  serviceBehindPage,
  serviceUrl,
} from '../service/program.ts';
import { statusText } from '../text/status.ts';

export interface DescribedError {
  readonly title: string;
  /** Request, and the service's message. The string is empty if `hint` contains the explanation. */
  readonly message: string;
  /** Advice for the user, which may contain commands. Never contains text from the service. */
  readonly hint?: string | undefined;
  /** Whether to offer the form for credentials that the page stores. */
  readonly wantsCredentials?: boolean | undefined;
  /**
   * Reason to show the token form: `wanted` if the service requires a token, or `rejected` if the service rejected the
   * entered token. The program stores the token.
   */
  readonly token?: 'wanted' | 'rejected' | undefined;
}

export function describeError(error: unknown): DescribedError {
  const problem = programProblem(error);
  if (problem !== undefined) {
    const { title, detail, command } = problem;
    return { title, message: '', hint: command === undefined ? detail : `${detail}\n${command}` };
  }
  if (isMockServicesError(error)) {
    const { details, ...words } = wordsFor(error);
    const message = [requestOf(error), ...details].filter((line) => line !== '').join('\n');
    const advice = programAdvice(error);
    return { ...words, ...(advice !== undefined && { hint: advice }), message: withoutSecrets(message) };
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
      return {
        title: 'The service cannot be reached',
        details:
          error.status === undefined ? [] : [`${statusText(error.status)}, but the body is incomplete.`],
        hint: reachHint(error.url),
      };
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
        details: issueLines(error.issues),
        ...(error.side === 'response'
          ? {
              title: 'The response does not match the interface',
              hint: 'The service may use another version of the interface.',
            }
          : { title: 'These values do not match the interface' }),
      };
    default:
      return { title: 'The request was canceled', details: [] };
  }
}

/** Returns questions that help the user find the cause, because browsers do not tell a page why a request failed. */
function reachHint(url: string): string {
  const hint = 'Is the service running, and is its address correct?';
  return new URL(url).origin === location.origin
    ? hint
    : `${hint} Does it allow requests from ${location.origin} (CORS)? A fake server allows them with this option: npx @mock-services/fake-server --cors-origin ${location.origin}`;
}

function apiWords(error: ApiError): Words {
  const { status, body, retryAfterMs } = error;
  const details = [...serviceWords(body, status)];
  if (retryAfterMs) details.push(`Retry after ${Math.ceil(retryAfterMs / 1000)} s.`);
  const text = statusText(status);
  if (status === 401 || status === 403) {
    const hint = 'The service may require a token or headers, or other credentials than the current ones.';
    return {
      title: `The service denied access: ${text}`,
      details,
      hint,
      wantsCredentials: serviceBehindPage() === undefined,
      token: status === 401 ? tokenState(error) : undefined,
    };
  }
  if (status === 404 || status === 410) {
    const hint =
      'The resource may have been deleted or have expired, or the address of the service may be wrong.';
    return { title: text, details, hint };
  }
  if (status === 422) return { title: `The service rejected these values: ${text}`, details };
  return { title: `The service ${status >= 500 ? 'failed' : 'responded'} with ${text}`, details };
}

function tokenState(error: ApiError): DescribedError['token'] {
  if (serviceBehindPage() === undefined) return undefined;
  return isTokenRejected(error) ? 'rejected' : 'wanted';
}

/** Maximum number of issues to show. */
const mostIssues = 10;

function issueLines(
  issues: readonly { readonly path: string; readonly expected: string; readonly received: string }[],
): string[] {
  const lines = issues
    .slice(0, mostIssues)
    .map(({ path, expected, received }) => `${path || '(root)'}: expected ${expected}, received ${received}`);
  return issues.length > mostIssues ? [...lines, `and ${issues.length - mostIssues} more`] : lines;
}

/** Maximum length of a text body to show. */
const longest = 400;

/** Returns the messages in the body of an error response, which may be problem details (RFC 9457) or short text. */
function serviceWords(body: unknown, status: number): string[] {
  const said = statusText(status).toLowerCase();
  return sentencesOf(body)
    .map((text) => text.trim())
    .filter(
      (text, index, all) => text !== '' && !said.endsWith(text.toLowerCase()) && all.indexOf(text) === index,
    );
}

function sentencesOf(body: unknown): string[] {
  // Ignore long text and HTML, such as the error page of a proxy.
  if (typeof body === 'string') return body.length > longest || /^\s*</.test(body) ? [] : [body];
  if (typeof body !== 'object' || body === null) return [];
  const fields = ['title', 'detail', 'message', 'error'] as const;
  return fields.flatMap((name) => {
    const text: unknown = Reflect.get(body, name);
    return typeof text === 'string' ? [text] : [];
  });
}
