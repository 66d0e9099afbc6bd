/**
 * Each adapter (fetch, MSW, port, Workers, Playwright) only converts a native request to an arrival, and performs the
 * outcome.
 */
import {
  lost,
  mayHaveBody,
  stripBody,
  type ReceivedRequest,
  type WireRequest,
  type WireResponse,
} from '../http/message.ts';
import { failureResponse, tooLong } from '../http/problem.ts';
import { pause, type ReleaseSignal } from '../time/release.ts';

/** A received request. Its header names are in lower case. */
export interface Arrival extends Pick<ReceivedRequest, 'method' | 'path' | 'headers'> {
  /** Origin of the server, as the client addressed it, such as `http://127.0.0.1:4600`. */
  readonly origin: string;
  /** Called at most once, and only if no check responds. Rejects if the connection fails. */
  readonly readBody: (maxBytes: number) => Promise<Body>;
  /** Aborted when the client disconnects. */
  readonly left: () => ReleaseSignal;
}

/** A body that exceeds the limit is `undefined`. A response replaces a body that cannot be read. */
export type Body = string | WireResponse | undefined;

export interface Outcome {
  readonly response: WireResponse;
  /** `reset` resets the connection, and a number breaks the connection after that number of body bytes. */
  readonly ending: 'complete' | 'reset' | number;
  /** Error that resets the connection, or `undefined` if a fault resets the connection. */
  readonly cause?: unknown;
}

/** Never rejects. */
export type Door = (arrival: Arrival) => Promise<Outcome>;

/** Returns a response if the request can be answered before its body is read. */
export type Check = (arrival: Arrival) => WireResponse | undefined;

/** Admin requests that wait, such as `journal.waitFor`, get a later response. */
export type Handle = (request: WireRequest) => WireResponse | Promise<WireResponse>;

export interface DoorRules {
  readonly handle: Handle;
  /** Formats error responses of the adapter like the fake server's own errors. */
  readonly vary: (response: WireResponse, arrival: Arrival) => WireResponse;
  readonly maxBodyBytes: number;
  /** Refusals are checked first. Pages of other origins cannot read the response to a refused request. */
  readonly refusals?: readonly Check[];
  /** Checked after the refusals. */
  readonly checks?: readonly Check[];
  /** Adds the headers that let pages of other origins read the response. */
  readonly share?: (response: WireResponse, arrival: Arrival) => WireResponse;
  /** Milliseconds after which a hanging request ends (default: never). */
  readonly hangMs?: number | undefined;
  /** Creates the response if `handle` throws. */
  readonly failed?: (error: unknown, arrival: Arrival) => WireResponse;
}

export function openDoor(rules: DoorRules): Door {
  const { handle, maxBodyBytes, refusals = [], checks = [], hangMs = Infinity } = rules;
  const { share = (response) => response, failed = failureResponse } = rules;
  const vary: DoorRules['vary'] = (response, arrival) =>
    response.status < 400 ? response : rules.vary(response, arrival);

  const respond = async (arrival: Arrival): Promise<WireResponse> => {
    const early = firstOf(checks, arrival);
    if (early) return vary(early, arrival);
    const { method, path, headers, origin } = arrival;
    const body =
      Number(headers['content-length']) > maxBodyBytes ? undefined : await arrival.readBody(maxBodyBytes);
    if (typeof body !== 'string') return vary(body ?? tooLong(maxBodyBytes), arrival);
    try {
      return await handle({ method, path, headers, body, origin });
    } catch (error) {
      return failed(error, arrival);
    }
  };

  return async (arrival) => {
    try {
      const refusal = firstOf(refusals, arrival);
      const sent = refusal ? vary(refusal, arrival) : share(await respond(arrival), arrival);
      const response = stripBody(arrival.method, sent);
      const { fault } = response;
      const ending = fault ? await endingOf(fault, response.status, arrival, hangMs) : 'complete';
      return { response, ending };
    } catch (cause) {
      return { response: lost, ending: 'reset', cause };
    }
  };
}

function firstOf(checks: readonly Check[], arrival: Arrival): WireResponse | undefined {
  for (const check of checks) {
    const response = check(arrival);
    if (response) return response;
  }
  return undefined;
}

/** Even an empty body can break off, unless the method or the status forbids a body. */
async function endingOf(
  { delayMs, ending, released }: NonNullable<WireResponse['fault']>,
  status: number,
  { method, left }: Arrival,
  hangMs: number,
): Promise<Outcome['ending']> {
  const signals = [left(), released];
  await pause(ending === 'hang' ? hangMs : delayMs, signals);
  if (ending === 'hang' || signals.some(({ aborted }) => aborted)) return 'reset';
  return typeof ending === 'number' && !mayHaveBody(method, status) ? 'complete' : (ending ?? 'complete');
}
