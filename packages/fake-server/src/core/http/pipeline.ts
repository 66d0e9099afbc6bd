/** The way of a request: route → fault? → authorize → read body → operation → vary → journal. */
import type { OperationId } from '@mock-services/sdk/contract';
import type { Fault } from '../faults/fault.ts';
import { faultyResponse, isApplied } from '../faults/faulty-response.ts';
import type { FaultList } from '../faults/fault-list.ts';
import type { Recorder } from '../journal/recorder.ts';
import type { ListTexts } from '../operations/list-texts.ts';
import { resolvers } from '../operations/resolvers.ts';
import type { Random } from '../random.ts';
import { findRoute, type Match } from '../routing/router.ts';
import type { Json } from '../store/json.ts';
import { WorldFullError } from '../store/meter.ts';
import type { Store } from '../store/store.ts';
import { longestWait } from '../time/duration.ts';
import type { Behaviour } from '../variation/read-options.ts';
import { varyResponse } from '../variation/vary-response.ts';
import { errorText } from '../error-text.ts';
import { authorize } from './authorization.ts';
import { readMessage, responseTo, unreadable, type WireRequest, type WireResponse } from './message.ts';
import { failureResponse, Problem, problemResponse } from './problem.ts';
import { readRequestBody } from './request-body.ts';

/** What the pipeline works with. */
export interface Engine {
  readonly store: Store;
  readonly lists: ListTexts;
  /** What variation follows from. */
  readonly random: Random;
  readonly faults: FaultList;
  /** `undefined` where nothing is recorded. */
  readonly recorder: Recorder | undefined;
  /** Path prefix of the base URL. */
  readonly prefix: string;
  /** Milliseconds by which every response is delayed. */
  readonly latencyMs: number;
  readonly behaviour: Behaviour;
}

/** Responds to one request. Never throws, whatever the request: a failure is a 500, and the state stays as it was. */
export function handleRequest(engine: Engine, given: WireRequest): WireResponse {
  const { random, store } = engine;
  const varied = random.state;
  let request = unreadable;
  try {
    request = readMessage(given);
    const match = findRoute(request, engine.prefix);
    const choice = match instanceof Problem ? undefined : engine.faults.choose(match.route.id, request);
    // Writes, counts and the journal follow once there is a response.
    return store.atomically(() => {
      const exchange = respond(engine, match, request, choice?.struck);
      const response = finished(engine, request, exchange.response);
      record(engine, request, match, exchange);
      choice?.count();
      return response;
    });
  } catch (error) {
    random.state = varied;
    return failed(engine, request, error);
  }
}

/** What becomes of a request. */
interface Exchange {
  readonly response: WireResponse;
  readonly problem: Problem | undefined;
  /** The fault that struck. */
  readonly fault: Fault | undefined;
}

function respond(
  engine: Engine,
  match: Match | Problem,
  request: WireRequest,
  fault: Fault | undefined,
): Exchange {
  if (match instanceof Problem) return vary(engine, undefined, match);
  const { id, endpoint } = match.route;
  if (fault === undefined) return vary(engine, id, perform(engine, match, request));
  const actual = isApplied(fault) ? vary(engine, id, perform(engine, match, request)) : undefined;
  const response = faultyResponse(fault, endpoint.status, actual?.response, engine.faults.released);
  return { response, problem: actual?.problem, fault };
}

/** The boundary of the core: whatever was thrown ends here. */
function failed(engine: Engine, request: WireRequest, error: unknown): WireResponse {
  const { recorder, store } = engine;
  const response = failureResponse(error);
  recorder?.record({
    time: store.latest,
    request,
    operation: undefined,
    params: {},
    status: response.status,
    fault: undefined,
    problem: `The fake server failed. ${errorText(error)}`,
  });
  return finished(engine, request, response);
}

/** The response as it leaves the core. */
function finished(engine: Engine, { method }: WireRequest, response: WireResponse): WireResponse {
  const timely = engine.latencyMs > 0 ? delayed(engine, response) : response;
  return responseTo(method, timely);
}

function perform(
  { store, lists, behaviour }: Engine,
  { route: { id, endpoint }, params }: Match,
  request: WireRequest,
): WireResponse | Problem {
  const unauthorized = authorize(behaviour.requiredToken, request);
  if (unauthorized) return unauthorized;
  const body = readRequestBody(endpoint, request);
  if (body instanceof Problem) return body;
  // The one cast from the table to its resolvers: parameters and body were read by the row that names the
  // resolver, which the compiler cannot see across a union of operations.
  const resolve = resolvers[id] as (
    call: Record<'params' | 'body' | 'store' | 'lists' | 'options', unknown>,
  ) => Json<unknown> | Problem | undefined;
  const result = fitting(() => resolve({ params, body, store, lists, options: behaviour.operations }));
  if (result instanceof Problem) return result;
  return result === undefined
    ? { status: endpoint.status, headers: {}, body: '' }
    : { status: endpoint.status, headers: { 'content-type': 'application/json' }, body: result };
}

/** What an operation responds, or 507 where the world has no room for what it writes. */
function fitting<Result>(operate: () => Result): Result | Problem {
  try {
    return operate();
  } catch (error) {
    if (!(error instanceof WorldFullError)) throw error;
    const { maxBytes, bytes } = error;
    const detail = `The world would have ${bytes} bytes, more than the ${maxBytes} that the option maxWorldBytes allows. Delete something, or reset.`;
    return new Problem(507, detail, { breaksContract: false });
  }
}

/** Applies the configured variation, if any. */
function vary(
  { random, behaviour: { variation } }: Engine,
  id: OperationId | undefined,
  result: WireResponse | Problem,
): Exchange {
  const problem = result instanceof Problem ? result : undefined;
  const usual =
    result instanceof Problem
      ? problemResponse(result.status, result.detail, result.details, result.headers)
      : result;
  const response = variation ? varyResponse(variation, id, usual, random) : usual;
  return { response, problem, fault: undefined };
}

function record(
  { recorder, store }: Engine,
  request: WireRequest,
  match: Match | Problem,
  { response, problem, fault }: Exchange,
): void {
  const { route, params } = match instanceof Problem ? { route: undefined, params: {} } : match;
  recorder?.record({
    time: store.now(),
    request,
    operation: route?.id,
    params,
    status: response.status,
    fault: fault?.id,
    problem: problemOf(request, problem),
  });
}

/** What the journal says is wrong with a request; `undefined` where nothing is. */
function problemOf({ problem }: WireRequest, found: Problem | undefined): string | undefined {
  const problems = [problem ?? [], found?.breaksContract === true ? found.detail : []].flat();
  return problems.length > 0 ? problems.join(' ') : undefined;
}

function delayed({ latencyMs, faults }: Engine, response: WireResponse): WireResponse {
  const { delayMs = 0, ending, released = faults.restarted } = response.fault ?? {};
  return { ...response, fault: { delayMs: Math.min(delayMs + latencyMs, longestWait), ending, released } };
}
