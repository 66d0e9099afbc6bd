import type { Call } from './call.ts';
import { ApiError } from './errors/api-error.ts';
import { NetworkError } from './errors/network-error.ts';
import type { Fetch } from './options.ts';

/** Requests of one attempt, the first included. */
const mostRequests = 20;

/**
 * Follows a redirect within the origin, for requests that only read. Anything else ends here, before a
 * request is sent: what the caller gave (token, headers, body) goes to the origin of `baseUrl` alone.
 */
export async function followRedirects(
  call: Call,
  request: Request,
  first: Response,
  send: Fetch,
): Promise<Response> {
  let response = first;
  let { url } = request;
  for (let requests = 1; ; requests += 1) {
    if (response.type === 'opaqueredirect') return followUnseen(call, request, send);
    const target = targetOf(response, url);
    if (target === undefined) return response;
    const refusal = refusalOf(request, target, requests);
    if (refusal !== undefined) {
      throw new ApiError(`the service answered ${response.status}, a redirect. ${refusal}`, call.facts, {
        status: response.status,
        headers: response.headers,
        body: undefined,
      });
    }
    await response.body?.cancel();
    url = target.href;
    response = await send(
      new Request(url, { headers: request.headers, signal: request.signal, redirect: 'manual' }),
    );
  }
}

function targetOf(response: Response, base: string): URL | undefined {
  const location = response.headers.get('location');
  if (response.status < 301 || response.status > 308 || location === null) return undefined;
  return URL.parse(location, base) ?? undefined;
}

function refusalOf(request: Request, target: URL, requests: number): string | undefined {
  const { origin } = new URL(request.url);
  if (target.origin !== origin) {
    return `It leads from ${origin} to ${target.origin}, where nothing is sent: set baseUrl if that is the service.`;
  }
  if (request.method !== 'GET') return 'Only reading follows a redirect: set baseUrl to where it leads.';
  return requests >= mostRequests
    ? `It goes on after ${requests} requests, so it looks like a loop.`
    : undefined;
}

/**
 * A browser does not show where a redirect leads. It can be told to follow within the page's own origin, and
 * then sends nothing to any other.
 */
async function followUnseen(call: Call, request: Request, send: Fetch): Promise<Response> {
  const { origin } = new URL(request.url);
  if (request.method !== 'GET' || globalThis.location.origin !== origin) {
    throw new NetworkError(
      `${origin} answered with a redirect, and the browser does not show where to. Set baseUrl to where it leads.`,
      call.facts,
    );
  }
  return send(
    new Request(request.url, {
      headers: request.headers,
      signal: request.signal,
      redirect: 'follow',
      mode: 'same-origin',
    }),
  );
}
