/** The world does not change before the commit. */
import type { OperationId } from '@mock-services/sdk/contract';
import { varyResponse, type Behavior } from '../behavior/behavior.ts';
import { errorText } from '../words.ts';
import { chooseFault } from '../faults/faults.ts';
import { applyFault, letsThrough } from '../faults/faulty-response.ts';
import { describeRequest } from '../journal/entry.ts';
import type { Recorded, Recorder } from '../journal/recorder.ts';
import { resolvers } from './operations.ts';
import { readRequestBody } from './request-body.ts';
import { findRoute, type Match, readRequest } from './router.ts';
import { httpDate, longestWait, toTimestamp } from '../time/time.ts';
import type { Json } from '../json.ts';
import { Transaction } from '../world/transaction.ts';
import type { World } from '../world/world.ts';
import { authorize } from '../http/authorization.ts';
import {
  lost,
  stripBody,
  type ReceivedRequest,
  type WireRequest,
  type WireResponse,
} from '../http/message.ts';
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
  const { world, baseUrl, prefix, behavior } = engine;
  let request: ReceivedRequest = { params: {}, method: '', path: '', headers: {}, body: '' };
  try {
    request = { ...request, ...readRequest(given) };
    const route = findRoute(request, prefix);
    if (!(route instanceof Problem)) request = { operation: route.id, ...request, params: route.params };

    const tx = new Transaction(world);
    const timestamp = toTimestamp(tx.now());
    const fault = chooseFault(tx, request.operation, () => describeRequest(request, timestamp, baseUrl));
    const result = letsThrough(fault) ? operate(engine, tx, route, request) : undefined;
    const actual = result && vary(engine, tx, request.operation, result);
    const response = fault
      ? applyFault(fault, actual, {
          behavior,
          operation: request.operation,
          released: world.removed(fault.id),
        })
      : dated(timestamp, actual);
    world.commit(tx);

    const problem = result instanceof Problem && result.breaksContract ? result.detail : undefined;
    return finish(engine, response, { request, timestamp, fault: fault?.id, problem });
  } catch (error) {
    const timestamp = toTimestamp(world.time.latest);
    const problem = `The fake server could not handle the request: ${errorText(error)}`;
    return finish(engine, failureResponse(error), { request, timestamp, problem });
  }
}

function operate(
  { behavior }: Engine,
  tx: Transaction,
  route: Match | Problem,
  request: ReceivedRequest,
): WireResponse | Problem {
  if (route instanceof Problem) return route;
  const { id, endpoint, params } = route;
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
  operation: OperationId | undefined,
  result: WireResponse | Problem,
): WireResponse {
  return varyResponse(behavior, operation, result instanceof Problem ? result.response : result, tx.random);
}

/** Adds the `date` header, unlike a fault, which sends exactly the headers that its options name. */
function dated(timestamp: string, response = lost): WireResponse {
  return { ...response, headers: { date: httpDate(timestamp), ...response.headers } };
}

function finish(
  { latencyMs, world, recorder }: Engine,
  given: WireResponse,
  received: Pick<Recorded, 'request' | 'timestamp' | 'fault' | 'problem'>,
): WireResponse {
  const response = stripBody(received.request.method, given);
  const { status, headers, body, fault } = response;
  const delayMs = Math.min((fault?.delayMs ?? 0) + latencyMs, longestWait);
  recorder.record({ ...received, status, headers, body, delayMs });
  if (latencyMs === 0) return response;
  const { ending, released = world.replaced } = fault ?? {};
  return { ...response, fault: { delayMs, ending, released } };
}
