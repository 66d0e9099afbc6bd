/** Which names a server on a loopback address has, so that no page reaches it by a name of its own. */
import { problemResponse } from '../core/http/problem.ts';
import type { WireResponse } from '../core/index.ts';

/**
 * The rejection of a request for another host. A page can make its own name resolve to 127.0.0.1 (DNS rebinding), but
 * its requests still carry that name. Without the header it is HTTP/1.0, which no page speaks.
 *
 * @param names - Names besides those of this machine that `Host` may have; `undefined` where it may have any.
 */
export function foreignHostRejection(
  host: string | undefined,
  names: readonly string[] | undefined,
): WireResponse | undefined {
  if (names === undefined || host === undefined || loopbackHost.test(host)) return undefined;
  return names.includes(host.replace(/:\d+$/, '').toLowerCase()) ? undefined : foreignHost;
}

const loopbackHost = /^(?:(?:[^:/@]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d+)?$/i;

const foreignHost = problemResponse(
  421,
  'This server listens on a loopback address and only responds to requests for localhost, 127.0.0.1, [::1] or the host it was started with.',
);

const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

/** Whether an address is reached from this machine alone. */
export function isLoopback(address: string): boolean {
  return loopbackAddress.test(address);
}
