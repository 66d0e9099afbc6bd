import { listIssues } from '../contract/issue.ts';
import { parseJson } from '../contract/kinds.ts';
import {
  AbortError,
  type AnyMockServicesError,
  ApiError,
  CallbackError,
  NetworkError,
  ParseError,
  TimeoutError,
  ValidationError,
} from '../errors.ts';
import { readHeader } from './body.ts';
import { type Call, type Failure, factsOf } from './call.ts';
import { isControlFlow, networkError, useTls } from './network-failure.ts';
import { credentialsOf, said } from './said.ts';

type FailureOf<Kind extends Failure['kind']> = Extract<Failure, { readonly kind: Kind }>;

/** @throws An error of the caller's function, unchanged, if Next controls rendering by this error. */
export function errorOf(call: Call, failure: Failure): AnyMockServicesError {
  if ('thrown' in failure && isControlFlow(failure.thrown)) throw failure.thrown;
  const facts = factsOf(call);
  const { options } = call;
  switch (failure.kind) {
    case 'aborted': {
      const cause: unknown = options.signal?.reason;
      return new AbortError('the call was aborted by its signal.', facts, { cause });
    }
    case 'timeout': {
      const { limit, waitingFor } = failure;
      const message = `\`${limit}\` of ${options.limits[limit]} ms expired while waiting for ${waitingFor} (${facts.method} ${facts.url}).`;
      return new TimeoutError(message, facts, limit, call.lastError && { cause: call.lastError });
    }
    case 'callback': {
      const message = `${failure.what}, so ${sentSoFar(call)}. See \`error.cause\`.`;
      return new CallbackError(message, facts, { cause: failure.thrown });
    }
    case 'network':
      return networkError(call, failure);
    case 'status':
      return statusError(call, failure);
    case 'redirect':
      return redirectError(call, failure);
    case 'tooLong': {
      const { status, headers } = failure.response;
      const message = `the body of the ${status} response is longer than \`maxResponseBytes\` (${options.limits.maxResponseBytes}). Raise the limit.`;
      return new ParseError(message, facts, { status, headers, body: undefined });
    }
    case 'syntax':
      return syntaxError(call, failure);
    default:
      return validationError(call, failure);
  }
}

function sentSoFar({ attempts }: Call): string {
  if (attempts === 0) return 'nothing was sent';
  return `nothing more was sent after ${attempts} attempt${attempts === 1 ? '' : 's'}`;
}

function hintOfStatus(status: number, credentials: string | undefined, hasId: boolean): string | undefined {
  const anonymous =
    credentials === undefined && 'The service requires valid credentials. Set `token` or `headers`.';
  switch (status) {
    case 401:
      return (
        anonymous || `The service rejected the ${credentials}. Check that it is correct and has not expired.`
      );
    case 403:
      return anonymous || `The ${credentials} does not permit this request.`;
    case 404:
      return hasId
        ? 'No resource has this id, or `baseUrl` does not point to the service.'
        : 'Nothing exists at this URL. Check `baseUrl`.';
    case 405:
      return 'The path does not allow this method. Check that `baseUrl` points to the service.';
    default:
      return undefined;
  }
}

function statusError(call: Call, { response }: FailureOf<'status'>): ApiError {
  const { status, headers, text } = response;
  const { endpoint, attempts } = call;
  const facts = factsOf(call);
  const { what: credentials, secrets } = credentialsOf(call.sent);
  const retryAfterMs = retryAfterOf(headers);
  const json = parseJson(text);
  const body = json === undefined && text !== '' ? text : json;
  const isTlsPort = status === 400 && facts.url.startsWith('http:') && /\bHTTPS\b|SSL-enabled/.test(text);
  const hint = isTlsPort ? useTls : hintOfStatus(status, credentials, endpoint.path.includes(':'));
  const words = said(body, secrets);
  const message = [
    `the service responded with ${status}${attempts > 1 ? ` after ${attempts} attempts` : ''} (${facts.method} ${facts.url}).`,
    words && `It said "${words}"${/[.!?…]$/.test(words) ? '' : '.'}`,
    hint,
    !words && body !== undefined && 'See `error.body` for details.',
    retryAfterMs && `It asked to wait ${Math.ceil(retryAfterMs / 1000)} s before the next request.`,
  ];
  return new ApiError(message.filter(Boolean).join(' '), facts, { status, headers, body, retryAfterMs });
}

function retryAfterOf(headers: Headers): number | undefined {
  const header = readHeader(headers, 'retry-after');
  if (header === null) return undefined;
  // Prefer the `Date` header, because the service's clock may differ from the local clock.
  const sentAt = httpDate(readHeader(headers, 'date') ?? '') ?? Date.now();
  const date = httpDate(header);
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : date && date - sentAt;
  return ms === undefined ? undefined : Math.min(Math.max(0, ms), Number.MAX_SAFE_INTEGER);
}

/** Requires `GMT`, because `Date.parse` alone would accept many strings that are not HTTP dates (RFC 9110 §5.6.7). */
function httpDate(text: string): number | undefined {
  const ms = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function redirectError(call: Call, { response, reason }: FailureOf<'redirect'>): ApiError | NetworkError {
  const facts = factsOf(call);
  const { status, headers } = response;
  const message = `the service responded with ${status || 'a hidden status'}, a redirect. ${reason}`;
  // In a web page, the browser hides the status of a redirect.
  if (status === 0) return new NetworkError(message, facts);
  return new ApiError(message, facts, { status, headers, body: undefined });
}

function syntaxError(call: Call, { response }: FailureOf<'syntax'>): ParseError {
  const facts = factsOf(call);
  const { status, headers, text } = response;
  // Do not use the platform's `SyntaxError`, because its message would quote the body.
  const what = `expected JSON, got ${kindOf(text)}`;
  const message = `the body of the ${status} response is invalid: ${what}. Check that \`baseUrl\` points to the service (${facts.url}).`;
  return new ParseError(message, facts, { status, headers, body: text }, { cause: new SyntaxError(what) });
}

function kindOf(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  if (/^<(!doctype )?html/i.test(start)) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  return /^[[{"]/.test(start) ? 'malformed or truncated JSON' : 'text';
}

function validationError(call: Call, failure: FailureOf<'invalid'>): ValidationError {
  const facts = factsOf(call);
  const { issues, response, body, advice = '' } = failure;
  const details = `${listIssues(issues)}${advice}`;
  if (!response) {
    const message = `the request differs from the interface, so nothing was sent:${details}`;
    return new ValidationError(message, facts, 'request', issues);
  }
  const { status, headers } = response;
  const message = `the response differs from the interface:${details}`;
  return new ValidationError(message, facts, 'response', issues, { status, headers, body });
}
