import type { OperationId } from '@mock-services/sdk/contract';
import { refuseUnauthorized } from './authorization.ts';
import type { Json } from '../store/json.ts';
import { readBody } from './request-body.ts';
import { longestWait } from '../time/duration.ts';
import { faultyAnswer } from '../faults/fault-answer.ts';
import { dress } from '../variation/look.ts';
import type { WireRequest, WireResponse } from './message.ts';
import { Problem, problemResponse } from './problem.ts';
import { resolvers } from '../operations/resolvers.ts';
import { findRoute, type Match } from '../routing/router.ts';
import type { Settings } from '../variation/rules.ts';
import type { ListTexts } from '../operations/list-texts.ts';
import type { FaultList } from '../faults/fault-list.ts';
import type { Recorder } from '../journal/recorder.ts';
import type { IdGenerator } from '../random.ts';
import type { Store } from '../store/store.ts';

/** What answers requests. */
export interface Engine {
  readonly store: Store;
  readonly lists: ListTexts;
  /** What varies follows from it. */
  readonly random: IdGenerator;
  readonly faults: FaultList;
  /** `undefined` where nothing is recorded. */
  readonly recorder: Recorder | undefined;
  /** What every path begins with. */
  readonly prefix: string;
  /** Milliseconds that every answer takes. */
  readonly latencyMs: number;
  readonly settings: Settings;
}

/** Answers one request. Never throws, whatever the request. */
export function handleRequest(engine: Engine, request: WireRequest): WireResponse {
  const match = findRoute(request, engine.prefix);
  const { response, problem, fault } =
    match instanceof Problem ? dressed(engine, undefined, refusal(match)) : answer(engine, match, request);
  engine.recorder?.record({
    time: engine.store.now(),
    request,
    operation: match instanceof Problem ? undefined : match.route.id,
    params: match instanceof Problem ? {} : match.params,
    status: response.status,
    fault,
    problem: problem?.breaksContract === true ? problem.details.detail : undefined,
  });
  const late = engine.latencyMs > 0 ? delayed(response, engine) : response;
  // RFC 9110 §9.3.2; some clients take a body here for the next response.
  return request.method === 'HEAD' ? { ...late, body: '' } : late;
}

interface Outcome {
  readonly response: WireResponse;
  readonly problem?: Problem | undefined;
  /** The id of the fault that struck. */
  readonly fault?: number | undefined;
}

function answer(engine: Engine, match: Match, request: WireRequest): Outcome {
  const { faults } = engine;
  const { id } = match.route;
  const fault = faults.take(id, request);
  if (fault === undefined) return dressed(engine, id, outcomeOf(engine, match, request));
  let problem: Problem | undefined;
  const response = faultyAnswer(
    fault,
    match.route.endpoint,
    () => {
      const outcome = dressed(engine, id, outcomeOf(engine, match, request));
      problem = outcome.problem;
      return outcome.response;
    },
    faults.released,
  );
  return { response, problem, fault: fault.id };
}

function outcomeOf(
  { store, lists, settings: { rules, requiredToken } }: Engine,
  { route: { endpoint, id }, params }: Match,
  request: WireRequest,
): Outcome {
  const unauthorized = requiredToken !== undefined && refuseUnauthorized(requiredToken, request);
  if (unauthorized) return refusal(unauthorized);
  const body = readBody(endpoint, request);
  if (body instanceof Problem) return refusal(body);
  // The one cast from the table to its resolvers: parameters and body were read by the row that names the
  // resolver, which the compiler cannot see across a union of operations.
  const resolve = resolvers[id] as (
    call: Record<'params' | 'body' | 'store' | 'lists' | 'rules', unknown>,
  ) => Result;
  const result = resolve({ params, body, store, lists, rules });
  return result instanceof Problem ? refusal(result) : { response: success(endpoint.status, result) };
}

type Result = Json<unknown> | Problem | undefined;

/** In the look of the options, where that is not the usual one. */
function dressed(
  { random, settings: { look } }: Engine,
  id: OperationId | undefined,
  outcome: Outcome,
): Outcome {
  return look ? { ...outcome, response: dress(look, id, outcome.response, random) } : outcome;
}

function refusal(problem: Problem): Outcome {
  return { response: problemResponse(problem), problem };
}

function success(status: number, body: Json<unknown> | undefined): WireResponse {
  if (body === undefined) return { status, headers: {}, body: '' };
  return { status, headers: { 'content-type': 'application/json' }, body };
}

function delayed(response: WireResponse, { latencyMs, faults }: Engine): WireResponse {
  const { delayMs = 0, ending, released = faults.released } = response.fault ?? {};
  return { ...response, fault: { delayMs: Math.min(delayMs + latencyMs, longestWait), ending, released } };
}
