/** The admin endpoints: fixtures, faults, clock and journal over HTTP, for suites in other languages. */
import {
  isFaultError,
  isSeedError,
  isSnapshotError,
  type FaultError,
  type SeedError,
  type SnapshotError,
} from '../../errors.ts';
import type { FakeServer } from '../../fake-server.ts';
import type { WireRequest, WireResponse } from '../../http/message.ts';
import { problemResponse } from '../../http/problem.ts';
import { bodyError } from '../../http/request-body.ts';
import { limits } from '../../limits.ts';
import { CallError } from './actions.ts';
import { readBody } from './body.ts';
import { adminEndpoints, type AdminEndpoint, type AdminTarget } from './endpoints.ts';
import { definitions } from './schema.ts';

/** Path of the admin endpoints. */
const root = '/__fake';

type Handle = FakeServer['handle'];

/** Responds to requests for the admin endpoints, and leaves all others to the fake server. */
export function withAdmin(fake: AdminTarget & Pick<FakeServer, 'handle'>): Handle {
  return (request) => {
    const [path = ''] = request.path.split(/[?#]/, 1);
    if (path !== root && !path.startsWith(`${root}/`)) return fake.handle(request);
    const response = respond(fake, request, path.slice(root.length));
    return request.method === 'HEAD' ? { ...response, body: '' } : response;
  };
}

function respond(fake: AdminTarget, { method, body = '' }: WireRequest, path: string): WireResponse {
  const effective = method === 'HEAD' ? 'GET' : method;
  if (effective === 'GET' && /^\/?$|^\/schema\.json$/.test(path)) return json(schemaDocument());
  const here = adminEndpoints.filter((endpoint) => isAt(endpoint, path));
  const endpoint = here.find((one) => one.method === effective);
  if (here.length === 0) {
    return problemResponse(404, `There is no admin endpoint here. GET ${root}/ lists them.`);
  }
  if (endpoint === undefined) {
    const allow = here.map((one) => one.method).join(', ');
    return problemResponse(405, `This path allows ${allow}.`, {}, { allow });
  }
  return perform(fake, endpoint, path, body);
}

function isAt({ path: template }: AdminEndpoint, path: string): boolean {
  return new RegExp(`^${template.replace(':id', '[^/]+')}$`).test(path);
}

function perform(fake: AdminTarget, endpoint: AdminEndpoint, path: string, text: string): WireResponse {
  const body = endpoint.body === undefined ? { value: undefined } : readBody(text);
  if ('problem' in body) return body.problem;
  try {
    const result = endpoint.act({ fake, body: body.value, id: path.slice(path.lastIndexOf('/') + 1) });
    if (result === false) return problemResponse(404, 'There is no such fault.');
    return endpoint.result === undefined ? { status: 204, headers: {}, body: '' } : json(result);
  } catch (error) {
    if (isInvalidCall(error)) return invalid(error);
    throw error;
  }
}

type InvalidCall = SeedError | SnapshotError | FaultError | CallError;

function isInvalidCall(error: unknown): error is InvalidCall {
  return isSeedError(error) || isSnapshotError(error) || isFaultError(error) || error instanceof CallError;
}

/** 422 with the first line of an error, which counts its issues, and a JSON pointer for each of the first. */
function invalid({ message, issues }: InvalidCall): WireResponse {
  const [detail = ''] = message.split('\n', 1);
  const errors = issues.slice(0, limits.listedIssues).map(bodyError);
  return problemResponse(422, detail, errors.length > 0 ? { errors } : {});
}

function json(value: unknown): WireResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** The document at `/__fake/schema.json`: a JSON Schema that also lists the endpoints. */
function schemaDocument(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${root}/schema.json`,
    title: 'Admin endpoints of the fake server',
    endpoints: adminEndpoints.map(({ method, path, summary, body, result }) => ({
      method,
      path: root + path,
      summary,
      ...(body && { body: { $ref: `#/$defs/${body}` } }),
      ...(result && { result: { $ref: `#/$defs/${result}` } }),
    })),
    $defs: definitions,
  };
}
