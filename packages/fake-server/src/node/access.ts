/** Who may call: programs, pages of this server, and pages of allowed origins. */
import type { IncomingHttpHeaders } from 'node:http';
import { problemResponse } from '../core/http/problem.ts';
import type { WireResponse } from '../core/index.ts';
import { isAllowed } from './cors.ts';

/** What decides who may call. */
export interface AccessRules {
  /** Origins whose pages may call. */
  readonly origins: readonly string[];
  /** Names besides those of this machine that `Host` may have; `undefined` where it may have any. */
  readonly hostNames: readonly string[] | undefined;
}

/** The rejection of a request that may not be made; `undefined` for any other. */
export function rejectionOf(
  headers: IncomingHttpHeaders,
  { origins, hostNames }: AccessRules,
): WireResponse | undefined {
  if (hostNames !== undefined && !isLocal(headers.host, hostNames)) return foreignHost;
  return isForeignPage(headers) && !isAllowed(origins, headers.origin) ? foreignPage : undefined;
}

const loopbackHost = /^(?:(?:[^:/@]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d+)?$/i;

/**
 * Whether a `Host` header names this machine. A page can make its own name resolve to 127.0.0.1 (DNS rebinding), but its
 * requests still carry that name. Without the header it is HTTP/1.0, which no page speaks.
 */
function isLocal(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined || loopbackHost.test(host)) return true;
  return names.includes(host.replace(/:\d+$/, '').toLowerCase());
}

/**
 * Whether a page of another origin sent the request. Pages cannot set either header. A page on another port of the same
 * host is of the same site, but of another origin.
 */
function isForeignPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== `http://${host}`;
}

const foreignHost = problemResponse(
  421,
  'This server listens on a loopback address and only responds to requests for localhost, 127.0.0.1, [::1] or the host it was started with.',
);

const foreignPage = problemResponse(
  403,
  'Pages of other origins may not call this server. To allow an origin, start it with corsOrigin (--cors-origin).',
);

const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

/** Whether an address is reached from this machine alone. */
export function isLoopback(address: string): boolean {
  return loopbackAddress.test(address);
}
