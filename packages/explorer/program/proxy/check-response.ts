/** Responses of the service that show that the address or the credentials are wrong. */
import type { IncomingMessage } from 'node:http';
import { apiPath, nextStep } from '../marks.ts';
import { badGateway, type Problem } from './problems.ts';
import type { Service } from './service.ts';

/** What becomes of a response: a problem in its place, or it has these headers besides its own. */
export type CheckedResponse =
  { readonly problem: Problem } | { readonly headers: Readonly<Record<string, string>> };

/** @param path - Path and query of the request below the base URL. */
export function checkResponse(
  response: IncomingMessage,
  method: string,
  path: string,
  service: Service,
): CheckedResponse {
  const { statusCode: status = 0, headers } = response;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) return redirect(location, path, service);
  const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');
  // What a DELETE responds with is open (§7).
  if (isPage && status < 300 && method === 'GET') return { problem: badGateway(webPage(service)) };
  if (status === 401) return { headers: { [nextStep]: unauthorized(service) } };
  if (status === 403) return { headers: { [nextStep]: forbidden(service) } };
  if (isPage && status === 404) return { headers: { [nextStep]: wrongBase(service) } };
  return { headers: {} };
}

/** A redirect within the service is passed on for the page to follow; nothing is sent anywhere else. */
function redirect(location: string, path: string, service: Service): CheckedResponse {
  const { origin, basePath, name } = service;
  const from = name + path;
  if (!URL.canParse(location, from)) return { problem: badGateway(elsewhere(service, '')) };
  const target = new URL(location, from);
  const isWithin =
    target.origin === origin && `${target.pathname}/`.startsWith(`${basePath}/`) && target.username === '';
  if (isWithin) {
    const location = apiPath + target.pathname.slice(basePath.length) + target.search;
    return { headers: { location } };
  }
  const [wanted = ''] = path.split('?', 1);
  const place = target.origin + target.pathname;
  if (/^https?:$/.test(target.protocol) && place.endsWith(wanted) && wanted !== '') {
    return { problem: badGateway(moved(name, place.slice(0, -wanted.length))) };
  }
  return { problem: badGateway(elsewhere(service, target.origin === 'null' ? '' : place)) };
}

const moved = (name: string, to: string) =>
  [
    'The service has another address',
    `${name} redirects to ${to}. Start the explorer with that:\nnpx @mock-services/explorer ${to}`,
  ] as const;

const elsewhere = (service: Service, place: string) =>
  [
    'The service redirects to another page',
    `${service.name} answers with a redirect${place === '' ? '' : ` to ${place}`}, which is not followed. If that is where one signs in: ${unauthorized(service)}`,
  ] as const;

const webPage = (service: Service) =>
  [
    'The address leads to a web page',
    `${service.name} answers with HTML instead of JSON. ${wrongBase(service)}`,
  ] as const;

const wrongBase = ({ origin, basePath }: Service): string =>
  `The address is probably not that of the interface: it is what stands before /configuration in the address of each request, perhaps ${origin}${basePath === '' ? '/api' : ''}. Start the explorer with that.`;

const unauthorized = (service: Service): string =>
  hasCredentials(service)
    ? 'The service refused the credentials that the explorer was started with: they may be mistyped or have expired. Start it again with others.'
    : `The service wants credentials: ${withToken(service)}`;

const forbidden = (service: Service): string =>
  hasCredentials(service)
    ? 'The service does not allow this with the credentials that the explorer was started with.'
    : `The service may want credentials: ${withToken(service)}`;

/** Any header may be one. */
const hasCredentials = ({ headers }: Service): boolean => [...headers].length > 0;

const withToken = ({ name }: Service): string =>
  `start the explorer again with a token, MOCK_SERVICES_TOKEN=... npx @mock-services/explorer ${name}, or with --header.`;
