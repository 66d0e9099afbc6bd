/**
 * The admin endpoints make fixtures, faults, clock and journal available over HTTP, so that tests in any language can
 * use them.
 */
import { isActivityError } from '@mock-services/sdk/activity';
import {
  type FakeServerError,
  isFakeServerError,
  isStorageError,
  maxListedIssues,
  problemsIn,
} from '../../errors.ts';
import type { FakeServer } from '../../fake.ts';
import { parseBaseUrl } from '../../http/base-url.ts';
import type { WireRequest, WireResponse } from '../../http/message.ts';
import { encodingProblem } from '../../http/body-encoding.ts';
import { problemResponse } from '../../http/problem.ts';
import type { ReceivedRequest } from '../../rows/exchange.ts';
import { bodyError, firstOf } from '../../engine/router.ts';
import { isNestedDeeper } from '../../json.ts';
import type { Dispatch, WorldReference, Worlds } from '../../worlds/worlds.ts';
import type { Handle } from '../server.ts';
import { CallError } from './actions.ts';
import {
  adminEndpoints,
  noWorkspace,
  worldsEndpoints,
  type AdminEndpoint,
  type CallArguments,
  type EndpointDescription,
} from './endpoints.ts';
import schemas from './schemas.json' with { type: 'json' };

const root = '/__fake';

export function withAdmin(fake: FakeServer): Handle {
  const handle = handleWithAdmin(parseBaseUrl(fake.baseUrl).prefix);
  return (request) => handle({ fake: () => fake, handle: fake.handle }, request);
}

export function withWorldsAdmin(worlds: Worlds, dispatch: Dispatch): Handle {
  const listed = [...adminEndpoints, ...worldsEndpoints];
  const { prefix } = parseBaseUrl(worlds.baseUrl);
  const handle = handleWithAdmin(prefix);
  return (request) => {
    const path = adminPath(request, prefix);
    const isForAll = path !== undefined && (isOverview(path) || /^\/worlds(?:\/|$)/.test(path));
    if (!isForAll) return dispatch(request, handle);
    return respond(worldsEndpoints, () => ({ worlds }), request, path, listed);
  };
}

function handleWithAdmin(
  prefix: string,
): (world: WorldReference, request: WireRequest) => WireResponse | Promise<WireResponse> {
  return (world, request) => {
    const path = adminPath(request, prefix);
    if (path === undefined) return world.handle(request);
    return respond(adminEndpoints, () => ({ fake: world.fake() }), request, path);
  };
}

/** Returns the part of a path after `/__fake` (which may follow `prefix`), or `undefined` for other paths. */
export function adminPath(request: Pick<WireRequest, 'path'>, prefix: string): string | undefined {
  const [path = ''] = request.path.split(/[?#]/, 1);
  const start = [root, prefix + root].find((each) => path === each || path.startsWith(`${each}/`));
  return start === undefined ? undefined : path.slice(start.length);
}

function isOverview(path: string): boolean {
  return /^\/?$|^\/schema\.json$/.test(path);
}

/** @param target - Called only for valid requests, because it may create a world. */
function respond<Target>(
  endpoints: readonly AdminEndpoint<Target & CallArguments>[],
  target: () => Target,
  { method, headers = {}, body = '' }: WireRequest,
  path: string,
  listed: readonly EndpointDescription[] = endpoints,
): WireResponse | Promise<WireResponse> {
  const verb = method === 'HEAD' ? 'GET' : method;
  if (verb === 'GET' && isOverview(path)) {
    // Indent, because people read this document in a terminal.
    return json(schemaDocument(listed), 200, 2);
  }
  return perform(endpoints, target, verb, path, { headers, body });
}

async function perform<Target>(
  endpoints: readonly AdminEndpoint<Target & CallArguments>[],
  target: () => Target,
  method: string,
  path: string,
  message: Pick<ReceivedRequest, 'headers' | 'body'>,
): Promise<WireResponse> {
  const here = endpoints.filter((endpoint) => match(endpoint, path));
  const endpoint = here.find((one) => one.method === method);
  if (here.length === 0) {
    const detail = `There is no admin endpoint here. GET ${root}/ lists them.`;
    return problemResponse(404, detail, { code: 'no-endpoint' });
  }
  if (endpoint === undefined) {
    const allow = here.map((one) => one.method).join(', ');
    return problemResponse(405, `This path allows ${allow}.`, { code: 'no-endpoint' }, { allow });
  }
  const body = endpoint.body === undefined ? { value: undefined } : readBody(message);
  if ('problem' in body) return body.problem;
  try {
    const [, id = '', entryId = ''] = match(endpoint, path) ?? [];
    const result = await endpoint.act({ ...target(), body: body.value, id, entryId });
    if (endpoint.missing !== undefined && (result === false || result === undefined))
      return problemResponse(404, endpoint.missing, { code: 'not-found' });
    return endpoint.result === undefined
      ? { status: 204, headers: {}, body: '' }
      : json(result, endpoint.status);
  } catch (error) {
    if (error instanceof CallError)
      return problemResponse(422, error.message, { code: 'range', message: error.message });
    if (isStorageError(error)) return refused(507, error);
    if (isActivityError(error, 'invalid-har')) return refused(422, error);
    if (isFakeServerError(error, 'no-match')) return refused(404, error);
    if (isUnknownWorkspace(error)) return refused(404, error, noWorkspace);
    if (isInvalidArgument(error)) return refused(422, error);
    throw error;
  }
}

/** Maximum nesting of a request body. Stored values have up to 1,000 levels, and a snapshot adds a few. */
const maxDepth = 1010;

function readBody(
  message: Pick<ReceivedRequest, 'headers' | 'body'>,
): { readonly value: unknown } | { readonly problem: WireResponse } {
  const problem = encodingProblem(message)?.response;
  if (problem) return { problem };
  let value: unknown;
  try {
    value = JSON.parse(message.body);
  } catch {
    return { problem: problemResponse(400, 'The body is not well-formed JSON.') };
  }
  if (!isNestedDeeper(value, maxDepth)) return { value };
  return { problem: problemResponse(422, `The body is nested deeper than ${maxDepth} levels.`) };
}

/** The capture groups of the match are the segments `:id` and `:entryId`. */
function match({ path: template }: EndpointDescription, path: string): RegExpExecArray | null {
  return new RegExp(`^${template.replaceAll(/:\w+/g, '([^/]+)')}$`).exec(path);
}

const invalidArguments = [
  'invalid-seed',
  'invalid-snapshot',
  'invalid-fixture',
  'invalid-fault',
  'invalid-matcher',
  'invalid-option',
  'scenario',
] as const;

function isInvalidArgument(error: unknown): error is FakeServerError {
  return invalidArguments.some((code) => isFakeServerError(error, code));
}

/** The id of the workspace is in the path, not in the body. */
function isUnknownWorkspace(error: unknown): error is FakeServerError {
  return isFakeServerError(error, 'invalid-fixture') && error.issues[0]?.path === 'workspaceId';
}

function refused(
  status: 404 | 422 | 507,
  { code, message, issues }: Pick<FakeServerError, 'message' | 'issues'> & { readonly code: string },
  detail = issues.length === 0 ? message : `The body has ${problemsIn(issues)}: ${firstOf(issues)}`,
): WireResponse {
  const errors = issues.slice(0, maxListedIssues).map(bodyError);
  return problemResponse(status, detail, { ...(errors.length > 0 && { errors }), code, message });
}

function json(value: unknown, status = 200, indent = 0): WireResponse {
  const body = JSON.stringify(value, null, indent);
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body };
}

function schemaDocument(listed: readonly EndpointDescription[]): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${root}/schema.json`,
    title: 'Admin endpoints of the fake server',
    endpoints: listed.map(({ method, path, summary, body, result, status }) => ({
      method,
      path: root + path,
      summary,
      ...(body && { body: { $ref: `#/$defs/${body}` } }),
      ...(result && { result: { $ref: `#/$defs/${result}` } }),
      ...(status && { status }),
    })),
    $defs: schemas,
  };
}
