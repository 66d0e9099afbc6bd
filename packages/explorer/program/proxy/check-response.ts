/** Detects responses that indicate a wrong service URL or wrong credentials. */
import type { IncomingMessage } from 'node:http';
import { apiPath, enteredToken, nextStep, ownResponse } from '../marks.ts';
import { badGateway, isPlainUrl, leadsBack, startCommand, type Problem } from './problems.ts';
import { redactText } from './redact.ts';
import type { Service } from './service.ts';

/** Either a problem to send instead of the response, or headers to add to the response. */
export type CheckedResponse =
  { readonly problem: Problem } | { readonly headers: Readonly<Record<string, string>> };

/** @param path - Path and query of the request, relative to the base URL. */
export function checkResponse(
  response: IncomingMessage,
  method: string,
  path: string,
  service: Service,
): CheckedResponse {
  const { statusCode: status = 0, headers } = response;
  const { location } = headers;
  if (status === 508 && ownResponse in headers) return { problem: leadsBack(service) };
  if (status >= 300 && status < 400 && location !== undefined) return redirect(location, path, service);
  const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');
  // A DELETE may return HTML, because the interface does not define the body of its response (§7).
  if (isPage && status < 300 && method === 'GET') return { problem: badGateway(webPage(service)) };
  if (status === 401)
    return {
      headers: { [nextStep]: unauthorized(service), ...(service.hasEnteredToken && { [enteredToken]: '1' }) },
    };
  if (status === 403) return { headers: { [nextStep]: forbidden(service) } };
  if (isPage && status === 404) return { headers: { [nextStep]: wrongBase(service) } };
  return { headers: {} };
}

/** Rewrites a redirect within the service, so that the page can follow it. Any other redirect becomes a problem. */
function redirect(location: string, path: string, service: Service): CheckedResponse {
  const { origin, basePath, name, secrets } = service;
  const from = name + path;
  if (!URL.canParse(location, from)) return { problem: badGateway(elsewhere(service)) };
  const target = new URL(location, from);
  if (target.origin === origin && target.pathname.startsWith(`${basePath}/`) && target.username === '')
    return { headers: { location: apiPath + target.pathname.slice(basePath.length) + target.search } };
  const place = redactText(target.origin + target.pathname, secrets);
  if (!isPlainUrl(place)) return { problem: badGateway(elsewhere(service)) };
  const [wanted = ''] = path.split('?', 1);
  return {
    problem: badGateway(
      place.endsWith(wanted) ? moved(name, place.slice(0, -wanted.length)) : elsewhere(service, place),
    ),
  };
}

const moved = (name: string, to: string) =>
  [
    'The service has another address',
    `${name} redirects to ${to}. Start the explorer with that URL:\n${startCommand(to)}`,
  ] as const;

const elsewhere = (service: Service, place?: string) =>
  [
    'The service redirects to another page',
    `${service.name} responded with a redirect${place === undefined ? '' : ` to ${place}`}, which the explorer does not follow. The redirect may lead to a sign-in page. ${unauthorized(service)}`,
  ] as const;

const webPage = (service: Service) =>
  [
    'The service URL is a web page',
    `${service.name} responded with HTML instead of JSON. ${wrongBase(service)}`,
  ] as const;

const wrongBase = ({ origin, basePath }: Service): string =>
  `The service URL is probably wrong. It is the part before /configuration/workspaces in the URLs of the service, for example ${origin}${basePath === '' ? '/api' : ''}. Start the explorer with the correct URL.`;

function unauthorized(service: Service): string {
  if (service.hasEnteredToken)
    return `The service rejected the token that was entered in the page. It may be mistyped or have expired. Enter another token.`;
  return hasCredentials(service)
    ? `The service rejected the credentials that the explorer was started with. They may be mistyped or have expired. ${enterToken}, or restart the explorer with other credentials.`
    : `The service requires credentials. ${enterToken}, or ${withToken(service)}`;
}

function forbidden(service: Service): string {
  if (service.hasEnteredToken)
    return 'The token that was entered in the page does not have permission for this request.';
  return hasCredentials(service)
    ? 'The credentials that the explorer was started with do not have permission for this request.'
    : `The service may require credentials. ${enterToken}, or ${withToken(service)}`;
}

const enterToken = 'Enter a token in this page';

/** Whether the program adds headers to requests. Any of them may be a credential. */
const hasCredentials = ({ headers }: Service): boolean => [...headers].length > 0;

const withToken = ({ name }: Service): string =>
  `restart the explorer with --header or with a token: MOCK_SERVICES_TOKEN=... ${startCommand(name)}`;
