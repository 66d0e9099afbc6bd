import type { Call } from '../call.ts';
import type { Fetch } from '../options.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

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
    if (response.type === 'opaqueredirect') response = await followUnseen(call, request, send);
    if (response.type === 'error') throw new TypeError('the response is a network error');
    const target = targetOf(response, url);
    if (target === undefined) return response;
    const refusal = refusalOf(request, target, requests);
    // A body that nobody reads would keep its connection, and the process, alive.
    void response.body?.cancel().catch(() => undefined);
    if (refusal !== undefined) {
      const { status, headers } = response;
      const message = `the service answered ${status}, a redirect. ${refusal}`;
      throw (call.explained = call.apiError(message, { status, headers, body: undefined }));
    }
    url = target.href;
    response = await send(
      new Request(url, { headers: request.headers, signal: request.signal, redirect: 'manual' }),
    );
  }
}

function targetOf(response: Response, base: string): URL | undefined {
  const location = response.headers.get('location');
  if (!redirects.has(response.status) || location === null) return undefined;
  return URL.parse(location, base) ?? undefined;
}

function refusalOf(request: Request, target: URL, requests: number): string | undefined {
  const { origin } = new URL(request.url);
  if (target.origin !== origin) {
    const elsewhere = target.origin === 'null' ? target.protocol : target.origin;
    return `It leads from ${origin} to ${elsewhere}, where nothing is sent: set baseUrl if that is the service.`;
  }
  if (target.username !== '' || target.password !== '') {
    return 'It leads to a URL with user name or password, where nothing is sent.';
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
  const page: unknown = Reflect.get(globalThis, 'location');
  const own = page instanceof Object && Reflect.get(page, 'origin') === origin;
  const refused = call.networkError(
    `${origin} answered with a redirect, and the browser does not show where to. Set baseUrl to where it leads.`,
  );
  call.hopeless = true;
  if (request.method !== 'GET' || !own) throw (call.explained = refused);
  return send(
    new Request(request.url, {
      headers: request.headers,
      signal: request.signal,
      redirect: 'follow',
      mode: 'same-origin',
    }),
  );
}
