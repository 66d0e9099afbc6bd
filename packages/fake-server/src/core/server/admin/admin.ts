import { isActivityError } from '@mock-services/sdk/activity';
import { endpoints, operationIds, type Issue } from '@mock-services/sdk/contract';
import { isFakeServerError, isStorageError, maxListedIssues, problemsIn } from '../../errors.ts';
import type { FakeServer } from '../../fake.ts';
import { parseBaseUrl } from '../../http/base-url.ts';
import type { WireRequest, WireResponse } from '../../http/message.ts';
import { encodingProblem } from '../../http/body-encoding.ts';
import { problemResponse } from '../../http/problem.ts';
import { bodyError, firstOf } from '../../engine/request-body.ts';
import { internalsOf } from '../../internals.ts';
import { isNestedDeeper } from '../../json.ts';
import { didYouMean, onceEach, shownValue } from '../../words.ts';
import type { Dispatch, Worlds } from '../../worlds/worlds.ts';
import type { Handle } from '../../door/door.ts';
import {
  fakeCalls,
  noService,
  noWorkspace,
  perform,
  warningsHeader,
  worldCalls,
  worldsCalls,
  type Call,
} from './calls.ts';

type Calls = Readonly<Record<string, Call>>;

const root = '/__fake';

/** @param dispatch - Required for worlds. Without `dispatch`, `served` must be a complete fake server. */
export function withAdmin(served: Pick<FakeServer, 'baseUrl' | 'handle'>, dispatch?: Dispatch): Handle {
  const { prefix } = parseBaseUrl(served.baseUrl);
  const ofWorld: Calls = { ...fakeCalls, ...worldCalls };
  const ofAll: Calls = { ...ofWorld, ...worldsCalls };
  return (request) => {
    const name = calledName(request, prefix);
    if (!dispatch)
      return name === undefined ? served.handle(request) : respond(fakeCalls, () => served, request, name);
    const calls = name === undefined ? ofWorld : ofAll;
    return dispatch(request, (world, own) => {
      const name = calledName(own, prefix);
      if (name === undefined) return world.handle(own);
      const owners: Partial<Record<string, object>> = {
        deleteWorld: { deleteWorld: world.delete },
        listWorlds: { listWorlds: (served as Worlds).list },
      };
      return respond(calls, () => owners[name] ?? world.fake(), own, name);
    });
  };
}

/**
 * Returns the part of a path after `/__fake/` (which may follow `prefix`), or `undefined` for other paths. The part is
 * empty for the list of calls.
 */
export function calledName({ path }: Pick<WireRequest, 'path'>, prefix: string): string | undefined {
  const [pathname = ''] = path.split(/[?#]/, 1);
  const start = [root, prefix + root].find((each) => pathname === each || pathname.startsWith(`${each}/`));
  return start === undefined ? undefined : pathname.slice(start.length + 1);
}

/** @param owner - Called only for valid requests, because it may create a world. */
async function respond(
  calls: Calls,
  owner: () => object,
  request: WireRequest,
  name: string,
): Promise<WireResponse> {
  const { headers = {}, body = '' } = request;
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  if (name === '' && isGet) return success(listOf(calls, request));
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (call === undefined) {
    const detail = `There is no call with this name.${adviceOn(name, Object.keys(calls))} GET ${root}/ lists all calls.`;
    return problemResponse(404, detail, { code: 'no-call' });
  }
  const allowed = canBeGet(call) ? ['GET', 'POST'] : ['POST'];
  if (!allowed.includes(isGet ? 'GET' : request.method)) {
    const sent = call.example === undefined ? '' : ` with a body such as ${JSON.stringify(call.example)}`;
    const detail = `Send POST ${root}/${name}${sent}.`;
    return problemResponse(405, detail, { code: 'no-call' }, { allow: allowed.join(', ') });
  }
  const args = isGet ? [] : readArguments(call, { headers, body });
  if ('status' in args) return args;
  try {
    return await outcomeOf(name, call, owner(), args);
  } catch (error) {
    const refused = refusalOf(name, error);
    if (refused) return refused;
    throw error;
  }
}

async function outcomeOf(
  name: string,
  call: Call,
  owner: object,
  args: readonly unknown[],
): Promise<WireResponse> {
  const warnings: string[] = [];
  const stop = internalsOf(owner)?.onWarning?.(onceEach((message) => warnings.push(message)));
  let pending: unknown;
  try {
    pending = perform(name, call, owner, args);
  } finally {
    stop?.();
  }
  const result = await pending;
  if (call.missing !== undefined && (result === false || result === undefined))
    return problemResponse(404, call.missing, { code: 'not-found' });
  return success(result === undefined ? '' : JSON.stringify(result), warnings);
}

function adviceOn(name: string, names: readonly string[]): string {
  const dotted = name.replaceAll('/', '.');
  const inside = names.filter((each) => each.startsWith(`${dotted}.`));
  return inside.length > 0 ? ` There are ${inside.join(', ')}.` : didYouMean(dotted, names);
}

function canBeGet({ writes, args }: Call): boolean {
  return !writes && args.every(isOptional);
}

function isOptional(argument: string): boolean {
  return argument.endsWith('?');
}

/** Maximum nesting of a request body. Stored values have up to 1,000 nesting levels, and a snapshot adds a few levels. */
const maxDepth = 1010;

/** The called function checks the values of its arguments. */
function readArguments(
  call: Call,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): readonly unknown[] | WireResponse {
  const problem = encodingProblem(message)?.response;
  if (problem) return problem;
  const { args, example } = call;
  const takesObject = typeof [example].flat()[0] === 'object';
  const wanted =
    args.length === 0
      ? 'be empty, because the call has no arguments'
      : `be ${takesObject ? 'an object or ' : ''}an array of arguments (${args.join(', ')}), such as ${JSON.stringify(example)}`;
  let value: unknown = [];
  try {
    if (message.body !== '') value = JSON.parse(message.body);
  } catch {
    return problemResponse(400, `The body is not well-formed JSON. It must ${wanted}.`);
  }
  if (isNestedDeeper(value, maxDepth))
    return problemResponse(422, `The body is nested deeper than ${maxDepth} levels.`);
  const given: readonly unknown[] | undefined = Array.isArray(value)
    ? value
    : takesObject && Object(value) === value
      ? [value]
      : undefined;
  const required = args.filter((each) => !isOptional(each)).length;
  if (given && given.length >= required && given.length <= args.length) return given;
  const received = Array.isArray(value) ? `an array of ${value.length}` : shownValue(value);
  return problemResponse(422, `The body must ${wanted}; it is ${received}.`);
}

function refusalOf(name: string, error: unknown): WireResponse | undefined {
  if (error instanceof RangeError && (name === 'clock.advance' || name === 'clock.set'))
    return problemResponse(422, error.message, { code: 'range', message: error.message });
  if (!isFakeServerError(error) && !isActivityError(error, 'invalid-har')) return undefined;
  const { code, message, issues } = error;
  const errors = issues.slice(0, maxListedIssues).map((issue) => ({ ...issue, ...bodyError(issue) }));
  const details = { ...(errors.length > 0 && { errors }), code, message };
  const kind = unknownKind(code, issues);
  if (kind !== undefined)
    return problemResponse(404, (kind === 'workspace' ? noWorkspace : noService).missing, details);
  const status = statusOf(error);
  const detail = issues.length === 0 ? message : `The body has ${problemsIn(issues)}: ${firstOf(issues)}`;
  return status === undefined ? undefined : problemResponse(status, detail, details);
}

/** The error of a fixture function contains the kind of resource whose id is unknown. */
function unknownKind(code: string, [issue]: readonly Issue[]): string | undefined {
  const [, kind] = /^id of a (mock service|workspace) /.exec(issue?.expected ?? '') ?? [];
  return code === 'invalid-fixture' ? kind : undefined;
}

function statusOf(error: unknown): 404 | 409 | 422 | 507 | undefined {
  if (isFakeServerError(error, 'no-match')) return 404;
  if (isFakeServerError(error, 'not-clean')) return 409;
  if (isFakeServerError(error, 'world-name') || isFakeServerError(error, 'worlds-full')) return undefined;
  return isStorageError(error) ? 507 : 422;
}

/** Proxies limit the size of headers. */
const maxWarnings = { count: 5, length: 300 } as const;

function success(body: string, warnings: readonly string[] = []): WireResponse {
  const shown = warnings.slice(0, maxWarnings.count).map((each) => each.slice(0, maxWarnings.length));
  const headers = {
    'cache-control': 'no-store',
    ...(shown.length > 0 && { [warningsHeader]: asciiJson(shown) }),
  };
  if (body === '') return { status: 204, headers, body };
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Headers must be ASCII. */
function asciiJson(value: unknown): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replaceAll(/[^ -~]/g, escape);
}

/** A page recognizes a fake server by this value. */
const servedBy = '@mock-services/fake-server';

/** Each call is on one line, because people read this document in a terminal. */
function listOf(calls: Calls, { origin = '', sentPath, path }: WireRequest): string {
  const [pathname = ''] = (sentPath ?? path).split(/[?#]/, 1);
  const url = origin + pathname.replace(/\/$/, '');
  const lines = Object.entries(calls).map(([name, call]) => {
    const { does, args, example: body } = call;
    const shown = { does, ...(canBeGet(call) && { get: true }), ...(args.length > 0 && { args, body }) };
    return `    ${JSON.stringify(name)}: ${JSON.stringify(shown)}`;
  });
  const operations = operationIds.map((id) => [id, `${endpoints[id].method} ${endpoints[id].path}`] as const);
  const fault = `'${JSON.stringify(fakeCalls['faults.add'].example)}'`;
  const head = {
    servedBy,
    how: `Send POST ${url}/<call>. The body is a JSON array of the arguments, or an object that is the only argument. Calls with "get" also allow GET. The paths of the operations are below the base URL.`,
    examples: [
      `curl ${url}/faults.add --data ${fault}`,
      `curl ${url}/clock.advance --data '["1h"]'`,
      `curl -X POST ${url}/reset`,
      `curl ${url}/journal.read`,
    ],
    operations: Object.fromEntries(operations),
  };
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "calls": {\n${lines.join(',\n')}\n  }\n}\n`;
}
