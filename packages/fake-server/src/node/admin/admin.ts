/** The admin endpoints: a fake server arranged and looked at over HTTP, for suites in other languages. */
import type { FakeServer, WireRequest, WireResponse } from '../../core/index.ts';
import { corsHeaders, type CorsOrigin } from '../cors.ts';
import { problemResponse } from '../problem-response.ts';
import { root, schemaDocument } from './document.ts';
import { adminEndpoints, type AdminEndpoint, type AdminTarget } from './endpoints.ts';
import { invalid } from './invalid.ts';

type Handle = FakeServer['handle'];

/** Answers requests for the admin endpoints, and leaves all others to the fake server. */
export function withAdmin(
  fake: AdminTarget & Pick<FakeServer, 'handle'>,
  corsOrigin: CorsOrigin | undefined,
): Handle {
  return (request) => {
    const [path = ''] = request.path.split(/[?#]/, 1);
    if (path !== root && !path.startsWith(`${root}/`)) return fake.handle(request);
    const response = isForeign(request, corsOrigin)
      ? foreignPage
      : answer(fake, request, path.slice(root.length));
    return request.method === 'HEAD' ? { ...response, body: '' } : response;
  };
}

/** Whether a page sent it that may not call. It could not read the answer, but its request would take effect. */
function isForeign({ headers = {} }: WireRequest, corsOrigin: CorsOrigin | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === `http://${host}`) return false;
  return !('access-control-allow-origin' in corsHeaders(corsOrigin, headers));
}

const foreignPage = problemResponse(403, 'Pages of other origins may not call. Let them in with corsOrigin.');

function answer(fake: AdminTarget, { method, body = '' }: WireRequest, path: string): WireResponse {
  const asked = method === 'HEAD' ? 'GET' : method;
  if (asked === 'GET' && /^\/?$|^\/schema\.json$/.test(path)) return json(200, schemaDocument());
  const here = adminEndpoints.filter((endpoint) => isAt(endpoint, path));
  const endpoint = here.find((one) => one.method === asked);
  if (here.length === 0)
    return problemResponse(404, `There is no admin endpoint here. GET ${root}/ lists them.`);
  if (endpoint === undefined) return methodNotAllowed(here);
  return perform(fake, endpoint, path, body);
}

function perform(fake: AdminTarget, endpoint: AdminEndpoint, path: string, text: string): WireResponse {
  const body = endpoint.body === undefined ? undefined : parse(text);
  if (body === malformed) return problemResponse(400, 'The body is not well-formed JSON.');
  try {
    const result = endpoint.act({ fake, body, id: path.slice(path.lastIndexOf('/') + 1) });
    if (result === false) return problemResponse(404, 'There is no such fault.');
    return endpoint.result === undefined ? { status: 204, headers: {}, body: '' } : json(200, result);
  } catch (error) {
    return invalid(error);
  }
}

function isAt({ path: template }: AdminEndpoint, path: string): boolean {
  return new RegExp(`^${template.replace(':id', '[^/]+')}$`).test(path);
}

function methodNotAllowed(here: readonly AdminEndpoint[]): WireResponse {
  const allow = here.map(({ method }) => method).join(', ');
  const { headers, ...rest } = problemResponse(405, `This path takes ${allow}.`);
  return { ...rest, headers: { ...headers, allow } };
}

const malformed = Symbol('malformed');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return malformed;
  }
}

function json(status: number, value: unknown): WireResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
