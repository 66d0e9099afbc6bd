import type { IncomingMessage } from 'node:http';
import { apiPath } from '../marks.ts';
import { notTheService, type Problem } from './problems.ts';
import type { Service } from './service.ts';

/** Returns a problem to send instead of an unexpected response, or else the headers to change. */
export function checkResponse(
  { statusCode: status = 0, headers }: IncomingMessage,
  method: string,
  path: string,
  service: Service,
): Problem | { readonly location?: string } {
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) return redirect(location, path, service);
  const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');
  // A DELETE may return HTML, because the interface does not define the body of its response (§7).
  return isPage && method === 'GET' && (status < 300 || status === 404)
    ? notTheService(service.name, 'responded with HTML instead of JSON')
    : {};
}

/** Rewrites a redirect within the service, so that the page can follow it. Any other redirect becomes a problem. */
function redirect(location: string, path: string, { origin, basePath, name }: Service) {
  const target = URL.parse(location, name + path);
  const isHttp = target !== null && /^https?:$/.test(target.protocol);
  if (isHttp && target.origin === origin && target.pathname.startsWith(`${basePath}/`))
    return { location: apiPath + target.pathname.slice(basePath.length) + target.search };
  const place = isHttp ? target.origin + target.pathname : undefined;
  const [wanted = ''] = path.split('?', 1);
  const url = place?.endsWith(wanted) === true ? place.slice(0, -wanted.length) : '';
  return notTheService(name, `responded with a redirect${place === undefined ? '' : ` to ${place}`}`, url);
}
