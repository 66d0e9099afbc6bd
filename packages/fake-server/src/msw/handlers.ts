import { http, type HttpHandler } from 'msw';
import { endpoints, operationIds, type OperationId } from '@mock-services/sdk/contract';
import { createResponder } from '../core/http/fetch.ts';
import { problemResponse } from '../core/http/problem.ts';
import { fetchEndings, type Endings } from '../core/http/response.ts';
import type { FakeServer, FakeServerOptions } from '../core/index.ts';
import { elsewhereWarning } from './elsewhere.ts';
import { onceEach } from './once-each.ts';

/** First, because MSW tries one handler after the other and parses the request anew for each. */
const mostFrequent: readonly OperationId[] = ['getMockService', 'listMockServices'];

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** A body that breaks cannot always be passed on: the connection breaks before it then. */
const endings: Endings = {
  ...fetchEndings,
  truncated: (...sent) => (passesStreamsOn() ? fetchEndings.truncated(...sent) : fetchEndings.reset()),
};

/**
 * The endpoints of a fake server as MSW request handlers: one for each operation, and a last one that explains a wrong
 * path or method. They work with MSW 2 and 3.
 *
 * @param below - Path between the base URL and those of the endpoints, as a regular expression.
 */
export function createHandlers(
  { baseUrl, handle }: Pick<FakeServer, 'baseUrl' | 'handle'>,
  { maxBodyBytes, ...options }: Pick<FakeServerOptions, 'maxBodyBytes' | 'onWarning'> = {},
  below = '',
): HttpHandler[] {
  const respond = createResponder(handle, { maxBodyBytes, endings });
  const resolver = onceEach(async (request) => (request.bodyUsed ? bodyUsed() : respond(request)));
  const operations = Array.from(new Set([...mostFrequent, ...operationIds]), (id) => {
    const { method, path } = endpoints[id];
    return http[verbs[method]](url(baseUrl, below + path.replaceAll(/:\w+/g, '[^/]+')), resolver);
  });
  const own = url(baseUrl, below + ownPaths(baseUrl));
  const warnOfElsewhere = elsewhereWarning(baseUrl, options);
  const isOwn = ({ request }: { readonly request: Request }): boolean => {
    const isHere = own.test(request.url.replace(/[?#].*$/s, ''));
    if (!isHere) warnOfElsewhere(request);
    return isHere;
  };
  return [...operations, http.all(isOwn, resolver)];
}

function bodyUsed(): Response {
  const detail =
    'The body of the request was read before it came here, probably by another handler: read request.clone() there.';
  const { status, headers, body } = problemResponse(500, detail);
  return new Response(body, { status, headers });
}

/**
 * Matches a URL without its query. A regular expression, because MSW 2 fails on malformed percent-encoding if a path has
 * parameters or wildcards, and because a base URL may contain characters that have a meaning in a path.
 */
function url(baseUrl: string, pathExpression: string): RegExp {
  return new RegExp(`^${baseUrl.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}${pathExpression}$`);
}

/** The paths that belong to this fake server alone. */
function ownPaths(baseUrl: string): string {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  if (baseUrl !== page.location?.origin) return '(?:/.*)?';
  // On its own origin the page loads its scripts from other paths.
  const areas = new Set(operationIds.map((id) => endpoints[id].path.split('/', 2).join('/')));
  return `(?:${[...areas].join('|')})(?:/.*)?`;
}

/**
 * Whether MSW passes on a body that breaks. Through a service worker it does so as a stream, if the browser can transfer
 * streams; where it cannot, such as in WebKit, MSW reads the body first, and never responds when that fails.
 */
function passesStreamsOn(): boolean {
  const page: { readonly Response: unknown; readonly navigator?: object } = globalThis;
  if (page.navigator === undefined || !('serviceWorker' in page.navigator)) return true;
  const { port1 } = new MessageChannel();
  const stream = new ReadableStream();
  try {
    port1.postMessage(stream, [stream]);
    return true;
  } catch {
    return false;
  } finally {
    port1.close();
  }
}
