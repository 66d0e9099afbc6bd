import { http, type HttpHandler } from 'msw';
import { defaultBaseUrl, endpointUrls, ownUrls } from '../core/http/base-url.ts';
import { openDoor } from '../core/door/door.ts';
import { fetchEndings, type Endings } from '../core/door/endings.ts';
import { allPages } from '../core/door/pages.ts';
import { arrivalOf, responseOf } from '../core/door/web-message.ts';
import type { FakeServer, FakeServerOptions } from '../core/index.ts';
import { varyOf } from '../core/internals.ts';
import { bodyLimitOf } from '../core/checks/options.ts';
import { warn } from '../core/words.ts';

/** If MSW cannot send a partial body, a `truncated` fault breaks the connection before the response. */
const endings: Endings = {
  ...fetchEndings,
  truncated: (...sent) => (canForwardStreams() ? fetchEndings.truncated(...sent) : fetchEndings.reset()),
};

/**
 * Works with MSW 2 and 3.
 * @param below - Regular expression for the part of the path between the base URL and the endpoint path.
 */
export function createMswHandlers(
  served: Pick<FakeServer, 'baseUrl' | 'handle'>,
  options: Pick<FakeServerOptions, 'maxBodyBytes' | 'onWarning'> = {},
  below = '',
): HttpHandler[] {
  const { baseUrl, handle } = served;
  const door = openDoor({
    handle,
    vary: varyOf(served),
    maxBodyBytes: bodyLimitOf(options),
    ...allPages(hiddenOrigin),
  });
  // Do not use a path pattern, because MSW 2 would fail on malformed percent-encoding.
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  const own = ownUrls(baseUrl, page.location?.origin, below);
  const warnOfOtherBaseUrl = otherBaseUrlWarning(baseUrl, options);
  const isOwn = ({ request }: { readonly request: Request }): boolean => {
    const isHere = own.test(request.url.replace(/[?#].*$/s, ''));
    if (!isHere) warnOfOtherBaseUrl(request);
    return isHere;
  };
  return [
    http.all(
      isOwn,
      onceEach(async (request) => responseOf(await door(arrivalOf(request)), endings)),
    ),
  ];
}

/** happy-dom sends the headers `Origin` and `Access-Control-Request-Method`, but its `Request` omits them. */
function hiddenOrigin(ownOrigin: string): string | undefined {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  const origin = 'happyDOM' in globalThis ? page.location?.origin : undefined;
  return origin === ownOrigin ? undefined : origin;
}

interface Received {
  readonly request: Request;
  readonly requestId: string;
}

/** MSW passes each request twice to the last of several listening servers, and discards the second response. */
function onceEach(
  respond: (request: Request) => Response | Promise<Response>,
): (received: Received) => Response | Promise<Response> {
  const handled = new WeakMap<Request, string>();
  return ({ request, requestId }) => {
    if (handled.get(request) === requestId) return new Response();
    handled.set(request, requestId);
    return respond(request);
  };
}

/**
 * Warns once when a request uses an endpoint path under a different base URL. To avoid false alarms, ignores requests
 * to other origins unless the fake server has the default base URL.
 */
function otherBaseUrlWarning(
  baseUrl: string,
  options: Pick<FakeServerOptions, 'onWarning'>,
): (request: Pick<Request, 'method' | 'url'>) => void {
  const { origin } = new URL(baseUrl);
  let hasWarned = false;
  let endpoint: RegExp | undefined;
  return ({ method, url }) => {
    if (hasWarned) return;
    const [address = ''] = url.split(/[?#]/, 1);
    const [, base] = (endpoint ??= endpointUrls()).exec(address) ?? [];
    if (base === undefined) return;
    if (baseUrl !== defaultBaseUrl.href && new URL(address).origin !== origin) return;
    hasWarned = true;
    warn(
      options,
      `${method} ${address} is outside this fake server's base URL, ${baseUrl}. Use the same base URL for both: create the fake server with baseUrl: '${base}', or the client with baseUrl: '${baseUrl}'.`,
    );
  };
}

/**
 * Whether MSW can forward a response body that breaks off. In browsers that cannot transfer streams, such as WebKit,
 * MSW reads the whole body first, and never responds if the body breaks off.
 */
function canForwardStreams(): boolean {
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
