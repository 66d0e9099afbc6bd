/**
 * Routes a request, chooses a fault, checks the token, reads the body, runs the operation, varies the response, adds a
 * journal entry, and commits. The world does not change before the commit.
 */
import type { OperationId } from '@mock-services/sdk/contract';
import { varyResponse, type Behavior } from '../behavior/behavior.ts';
import { errorText } from '../words.ts';
import type { Fault } from '../rows/fault.ts';
import { chooseFault } from '../faults/faults.ts';
import { faultyResponse, takesEffect } from '../faults/faulty-response.ts';
import { exchangeOf, type ReceivedExchange, type ReceivedRequest } from '../rows/exchange.ts';
import type { Recorded, Recorder } from '../journal/recorder.ts';
import { resolvers } from './operations.ts';
import { findRoute, type Match, readRequestBody } from './router.ts';
import { httpDate, longestWait, toTimestamp } from '../time/time.ts';
import type { Json } from '../json.ts';
import { Transaction } from '../world/transaction.ts';
import type { World } from '../world/world.ts';
import { authorize } from '../http/authorization.ts';
import { isBodyless, lowerCased, type WireRequest, type WireResponse } from '../http/message.ts';
import { failureResponse, Problem } from '../http/problem.ts';

export interface Engine {
  readonly world: World;
  readonly recorder: Recorder;
  readonly baseUrl: URL;
  readonly prefix: string;
  readonly latencyMs: number;
  readonly behavior: Behavior;
}

/** Never throws. If the fake server fails, it responds with a 500, and the world stays unchanged. */
export function handleRequest(engine: Engine, given: WireRequest): WireResponse {
  const { world } = engine;
  let request: ReceivedRequest = { params: {}, method: '', path: '', headers: {}, body: '' };
  try {
    request = { ...request, ...readRequest(given) };
    const match = findRoute(request, engine.prefix);
    if (!(match instanceof Problem))
      request = { operation: match.route.id, ...request, params: match.params };
    const tx = new Transaction(world);
    const timestamp = toTimestamp(tx.now());
    const received = (): ReceivedExchange => exchangeOf(request, timestamp, engine.baseUrl);
    const choice = match instanceof Problem ? undefined : chooseFault(world, match.route.id, received);
    if (choice) tx.faults = choice.faults;
    const { response, problem, fault } = respond(engine, tx, match, request, choice?.fault);
    world.commit(tx);
    // A fault sends exactly the headers that it names.
    const sent = fault
      ? response
      : { ...response, headers: { date: httpDate(timestamp), ...response.headers } };
    return finish(engine, sent, {
      request,
      timestamp,
      fault: fault?.id,
      problem: problem?.breaksContract ? problem.detail : undefined,
    });
  } catch (error) {
    return failed(engine, request, error);
  }
}

/** Converts header names to lower case. Checks the request, because JavaScript callers may pass any value. */
export function readRequest({
  method,
  path,
  headers = {},
  body = '',
  origin,
  sentPath,
}: WireRequest): Omit<ReceivedRequest, 'operation' | 'params'> {
  const texts: unknown[] = [method, path, body, ...Object.values(headers)];
  if (texts.every((text) => typeof text === 'string'))
    return { method, path, headers: lowerCased(headers), body, origin, sentPath };
  throw new TypeError(
    'The request is invalid. `method` and `path` must be strings. `body` (a string) and `headers` (an object of strings) are optional.',
  );
}

interface Exchange {
  readonly response: WireResponse;
  readonly problem: Problem | undefined;
  readonly fault: Fault | undefined;
}

function respond(
  engine: Engine,
  tx: Transaction,
  match: Match | Problem,
  request: ReceivedRequest,
  fault: Fault | undefined,
): Exchange {
  if (match instanceof Problem) return vary(engine, tx, undefined, match);
  const { id, endpoint } = match.route;
  if (fault === undefined) return vary(engine, tx, id, perform(engine, tx, match, request));
  const actual = takesEffect(fault) ? vary(engine, tx, id, perform(engine, tx, match, request)) : undefined;
  const response = faultyResponse(fault, endpoint.status, actual?.response, engine.world.removed(fault.id));
  return { response, problem: actual?.problem, fault };
}

function failed(engine: Engine, request: ReceivedRequest, error: unknown): WireResponse {
  return finish(engine, failureResponse(error), {
    request,
    timestamp: toTimestamp(engine.world.time.latest),
    problem: `The fake server could not handle the request: ${errorText(error)}`,
  });
}

/** Adds the latency, and records the exchange. */
function finish(
  engine: Engine,
  given: WireResponse,
  received: Pick<Recorded, 'request' | 'timestamp' | 'fault' | 'problem'>,
): WireResponse {
  const response = delayed(engine, given);
  const { status, headers, body, fault: { delayMs = 0 } = {} } = response;
  const isEmpty = received.request.method === 'HEAD' || isBodyless(status);
  engine.recorder.record({ ...received, status, headers, body: isEmpty ? '' : body, delayMs });
  return response;
}

function delayed({ latencyMs, world }: Engine, response: WireResponse): WireResponse {
  if (latencyMs === 0) return response;
  const { delayMs = 0, ending, released = world.replaced } = response.fault ?? {};
  return { ...response, fault: { delayMs: Math.min(delayMs + latencyMs, longestWait), ending, released } };
}

function perform(
  { behavior }: Engine,
  tx: Transaction,
  { route: { id, endpoint }, params }: Match,
  request: ReceivedRequest,
): WireResponse | Problem {
  const unauthorized = authorize(behavior.settings.requiredToken, request.headers);
  if (unauthorized) return unauthorized;
  const body = readRequestBody(endpoint, request);
  if (body instanceof Problem) return body;
  // The cast is safe, because the parameters and the body have been validated.
  const resolve = resolvers[id] as (
    call: Record<'params' | 'body' | 'tx' | 'options', unknown>,
  ) => Json<unknown> | Problem | undefined;
  const result = resolve({ params, body, tx, options: behavior.settings });
  if (result instanceof Problem) return result;
  const overflow = tx.overflow();
  if (overflow) {
    tx.discard();
    return new Problem(
      507,
      `The world would have ${overflow.bytes} bytes, more than the ${overflow.maxBytes} that the option maxWorldBytes allows. Delete some data, or reset the world.`,
      { breaksContract: false },
    );
  }
  return result === undefined
    ? { status: endpoint.status, headers: {}, body: '' }
    : { status: endpoint.status, headers: { 'content-type': 'application/json' }, body: result };
}

function vary(
  { behavior }: Engine,
  tx: Transaction,
  id: OperationId | undefined,
  result: WireResponse | Problem,
): Exchange {
  const [problem, usual] = result instanceof Problem ? [result, result.response] : [undefined, result];
  return { response: varyResponse(behavior, id, usual, tx.random), problem, fault: undefined };
}
