/**
 * The path of a request: route → fault → authorize → read the body → operate → vary → journal → commit. Nothing changes
 * before the commit.
 */
import type { OperationId } from '@mock-services/sdk/contract';
import { errorText } from '../words.ts';
import type { Fault } from '../faults/fault.ts';
import { chooseFault } from '../faults/faults.ts';
import { faultyResponse, isApplied } from '../faults/faulty-response.ts';
import type { ReceivedRequest } from '../journal/journal-entry.ts';
import { recordRequest } from '../journal/journal.ts';
import { resolvers } from '../operations/operations.ts';
import { findRoute, type Match } from '../routing/router.ts';
import { longestWait } from '../time/duration.ts';
import { toTimestamp } from '../time/instant.ts';
import type { Behaviour } from '../variation/read-options.ts';
import { varyResponse } from '../variation/vary-response.ts';
import { isData } from '../world/change.ts';
import type { Json } from '../world/json.ts';
import { Transaction } from '../world/transaction.ts';
import type { World } from '../world/world.ts';
import { authorize } from './authorization.ts';
import {
  lowerCased,
  readMessage,
  responseTo,
  unreadable,
  type WireRequest,
  type WireResponse,
} from './message.ts';
import { failureResponse, Problem } from './problem.ts';
import { readRequestBody } from './request-body.ts';

/** A world, and how it responds. */
export interface Engine {
  readonly world: World;
  /** Path prefix of the base URL. */
  readonly prefix: string;
  /** Milliseconds by which every response is delayed. */
  readonly latencyMs: number;
  readonly behaviour: Behaviour;
}

/** Responds to one request. Never throws: if the fake server fails, it responds with 500 and changes nothing. */
export function handleRequest(engine: Engine, given: WireRequest): WireResponse {
  const { world } = engine;
  let request = unreadable;
  let received = receivedRequest(request);
  try {
    request = readMessage(given);
    const match = findRoute(request, engine.prefix);
    received = receivedRequest(request, match);
    const choice = match instanceof Problem ? undefined : chooseFault(world, received);
    const tx = new Transaction(world);
    const time = toTimestamp(tx.now());
    const { response, problem, fault } = respond(engine, tx, match, request, choice?.fault);
    const isRead = !tx.changes.some(({ kind }) => isData[kind]);
    const finished = finish(engine, request, response);
    recordRequest(tx, {
      ...received,
      time,
      status: response.status,
      ...(fault && { fault: fault.id }),
      ...problemOf(request, problem),
    });
    choice?.count(tx);
    world.commit(tx, { isRead });
    return finished;
  } catch (error) {
    return failed(engine, request, received, error);
  }
}

/** A request as faults and the journal see it. */
function receivedRequest(
  { method, path, headers = {}, body = '' }: WireRequest,
  match?: Match | Problem,
): ReceivedRequest {
  const routed =
    match === undefined || match instanceof Problem
      ? { params: {} }
      : { operation: match.route.id, params: match.params };
  return { ...routed, method, path, headers: lowerCased(headers), body };
}

/** The response to a request, and what decided it. */
interface Exchange {
  readonly response: WireResponse;
  readonly problem: Problem | undefined;
  /** The fault that was applied. */
  readonly fault: Fault | undefined;
}

function respond(
  engine: Engine,
  tx: Transaction,
  match: Match | Problem,
  request: WireRequest,
  fault: Fault | undefined,
): Exchange {
  if (match instanceof Problem) return vary(engine, tx, undefined, match);
  const { id, endpoint } = match.route;
  if (fault === undefined) return vary(engine, tx, id, perform(engine, tx, match, request));
  const actual = isApplied(fault) ? vary(engine, tx, id, perform(engine, tx, match, request)) : undefined;
  const response = faultyResponse(fault, endpoint.status, actual?.response, engine.world.faultsCleared);
  return { response, problem: actual?.problem, fault };
}

/** Responds to a request that the fake server failed to handle, and adds it to the journal. */
function failed(
  engine: Engine,
  request: WireRequest,
  received: ReceivedRequest,
  error: unknown,
): WireResponse {
  const { world } = engine;
  const response = failureResponse(error);
  const tx = new Transaction(world);
  recordRequest(tx, {
    ...received,
    time: toTimestamp(world.time.latest),
    status: response.status,
    problem: `The fake server failed. ${errorText(error)}`,
  });
  world.commit(tx, { isRead: true });
  return finish(engine, request, response);
}

/** The response as it leaves the core. */
function finish(engine: Engine, { method }: WireRequest, response: WireResponse): WireResponse {
  const timely = engine.latencyMs > 0 ? delayed(engine, response) : response;
  return responseTo(method, timely);
}

function perform(
  { behaviour }: Engine,
  tx: Transaction,
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
    call: Record<'params' | 'body' | 'tx' | 'options', unknown>,
  ) => Json<unknown> | Problem | undefined;
  const result = resolve({ params, body, tx, options: behaviour.operations });
  if (result instanceof Problem) return result;
  const overflow = tx.overflow();
  if (overflow) {
    tx.discard();
    return new Problem(
      507,
      `The world would have ${overflow.bytes} bytes, more than the ${overflow.maxBytes} that the option maxWorldBytes allows. Delete something, or reset.`,
      { breaksContract: false },
    );
  }
  return result === undefined
    ? { status: endpoint.status, headers: {}, body: '' }
    : { status: endpoint.status, headers: { 'content-type': 'application/json' }, body: result };
}

/** Applies the configured variation, if any. */
function vary(
  { behaviour: { variation } }: Engine,
  tx: Transaction,
  id: OperationId | undefined,
  result: WireResponse | Problem,
): Exchange {
  const [problem, usual] = result instanceof Problem ? [result, result.response] : [undefined, result];
  const response = variation ? varyResponse(variation, id, usual, tx.random) : usual;
  return { response, problem, fault: undefined };
}

/** What the journal says is wrong with a request, if anything. */
function problemOf({ problem }: WireRequest, found: Problem | undefined): { readonly problem?: string } {
  const problems = [problem ?? [], found?.breaksContract === true ? found.detail : []].flat();
  return problems.length > 0 ? { problem: problems.join(' ') } : {};
}

function delayed({ latencyMs, world }: Engine, response: WireResponse): WireResponse {
  const { delayMs = 0, ending, released = world.replaced } = response.fault ?? {};
  return { ...response, fault: { delayMs: Math.min(delayMs + latencyMs, longestWait), ending, released } };
}
