import { http, type HttpHandler } from 'msw';
import { endpoints, operationIds, type OperationId } from '@mock-services/sdk/contract';
import { defaultBaseUrl } from '../core/http/base-url.ts';
import { problemResponse } from '../core/http/problem.ts';
import { createResponder, fetchEndings, plainServer, type Endings } from '../core/http/web.ts';
import type { FakeServer, FakeServerOptions } from '../core/index.ts';
import { limits } from '../core/option-checks.ts';
import { warn } from '../core/unknown-options.ts';

/** The first handlers, because MSW tries one handler after the other and parses the request for each. */
const mostFrequent: readonly OperationId[] = ['getMockService', 'listMockServices'];

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** If MSW cannot pass on a body that breaks, the connection breaks before the response. */
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
  options: Pick<FakeServerOptions, 'maxBodyBytes' | 'onWarning'> = {},
  below = '',
): HttpHandler[] {
  const { maxBodyBytes = limits.bodyBytes } = options;
  const respond = createResponder(plainServer(handle, maxBodyBytes), { maxBodyBytes, endings });
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

/** The part of MSW's argument of a handler that `onceEach` uses. */
interface Received {
  readonly request: Request;
  readonly requestId: string;
}

/** A response, or `undefined` if the request is left to other handlers. */
type Result = Promise<Response | undefined>;

/** Responds to each request once: if several servers listen, MSW passes each request to the last server twice. */
export function onceEach(respond: (request: Request) => Result): (received: Received) => Result {
  const handled = new WeakMap<Request, { readonly requestId: string; readonly response: Result }>();
  return async ({ request, requestId }) => {
    const known = handled.get(request);
    // The first response has been sent by now, and MSW drops this one.
    if (known?.requestId === requestId) return (await known.response) && new Response();
    const response = respond(request);
    handled.set(request, { requestId, response });
    return response;
  };
}

/**
 * Warns once about a request for an endpoint below another base URL: the base URLs of the client and the fake server
 * were probably meant to be the same. It warns if the fake server has the default base URL, or the origin of the request.
 */
function elsewhereWarning(
  baseUrl: string,
  options: Pick<FakeServerOptions, 'onWarning'>,
): (request: Pick<Request, 'method' | 'url'>) => void {
  const { origin } = new URL(baseUrl);
  let hasWarned = false;
  let endpoint: RegExp | undefined;
  return ({ method, url }) => {
    if (hasWarned) return;
    const [address = ''] = url.split(/[?#]/, 1);
    const [, base] = (endpoint ??= anyEndpoint()).exec(address) ?? [];
    if (base === undefined) return;
    if (baseUrl !== defaultBaseUrl.href && new URL(address).origin !== origin) return;
    hasWarned = true;
    warn(
      options,
      `${method} ${address} is not for this fake server, which responds below ${baseUrl}. If it should be, create the fake server with baseUrl: '${base}', or the client with baseUrl: '${baseUrl}'.`,
    );
  };
}

/** Matches the URL of any endpoint. The group is the part that precedes its path. */
function anyEndpoint(): RegExp {
  const paths = operationIds.map((id) => endpoints[id].path.replaceAll(/:\w+/g, '[^/]+'));
  return new RegExp(`^(.*?)(?:${paths.join('|')})$`);
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
