/** Client for the admin endpoints of a fake server. */
import type { Fault, FaultOptions, JournalEntry, ListedWorld } from '@mock-services/fake-server/core';

/** Response of `GET /__fake/state`. */
interface FakeState {
  readonly now: string;
  /** Data in the form of a seed. */
  readonly data: unknown;
}

/** Numbers of mock services and workspaces. */
interface Counts {
  readonly mockServices: number;
  readonly workspaces: number;
}

/** Change to the clock. */
export type ClockChange = { readonly advance: string } | { readonly set: string };

/** Journal of the fake server. */
export interface ReceivedRequests {
  /** Received requests, oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Requests that broke the contract. */
  readonly problems: readonly JournalEntry[];
  /** Whether all requests followed the contract and each fault was applied as often as planned. */
  readonly clean: boolean;
  /** Reasons why the journal is not clean. */
  readonly reasons: readonly string[];
}

/** Sends a request to an admin endpoint. */
export type SendRequest = (request: Request) => Promise<Response>;

/** Addresses of the admin endpoints. */
interface ControlOptions {
  /** Base URL of the service, without a world. */
  readonly serviceUrl: string;
  /** Base URL of the world. */
  readonly worldUrl: string;
  readonly fetch: SendRequest;
  readonly hasWorlds: boolean;
}

export type FakeControl = ReturnType<typeof createControl>;

/**
 * Creates a client for the admin endpoints. Each function throws a {@link ControlError} if the call fails.
 *
 * @param options - Base URLs of the service and the world. Each of the two base URLs has admin endpoints below `/__fake/`.
 */
export function createControl({ serviceUrl, worldUrl, fetch, hasWorlds }: ControlOptions) {
  const call = async <Result = void>(
    method: string,
    path: readonly string[],
    body?: unknown,
  ): Promise<Result> => {
    const text = await send(fetch, method, urlBelow(worldUrl, adminSegment, ...path), body);
    return (text === '' ? undefined : parsed(text)) as Result;
  };
  return {
    counts: () => call<Counts>('GET', ['counts']),
    state: () => call<FakeState>('GET', ['state']),
    seed: (seed: unknown) => call('PUT', ['seed'], seed),
    reset: () => call('POST', ['reset']),
    faults: async () => (await call<{ readonly faults: readonly Fault[] }>('GET', ['faults'])).faults,
    addFault: (fault: FaultOptions) => call<Fault>('POST', ['faults'], fault),
    removeFault: (id: number) => call('DELETE', ['faults', String(id)]),
    clearFaults: () => call('DELETE', ['faults']),
    /** Returns the time of the clock, as a Unix time in milliseconds. */
    clock: async () => Date.parse((await call<{ readonly now: string }>('GET', ['clock'])).now),
    changeClock: (change: ClockChange) => call<unknown>('POST', ['clock'], change),
    journal: () => call<ReceivedRequests>('GET', ['journal']),
    clearJournal: () => call('DELETE', ['journal']),
    /** Function that lists the worlds, or `undefined` if the fake server has only one world. */
    worlds: hasWorlds
      ? async () => {
          const text = await send(fetch, 'GET', urlBelow(serviceUrl, adminSegment, 'worlds'));
          return (parsed(text) as { readonly worlds: readonly ListedWorld[] }).worlds;
        }
      : undefined,
  };
}

const adminSegment = '__fake';

/** `$id` of the JSON schema that describes the admin endpoints. */
const schemaId = '/__fake/schema.json';

/** Path of the endpoint that lists the worlds, as written in the JSON schema. */
const worldsPath = '/__fake/worlds';

/**
 * Time limit for detecting the admin endpoints, in milliseconds. If a service does not respond before the detection times
 * out, the page assumes that the service has no admin endpoints.
 */
const detectionTimeout = 15_000;

/**
 * Sends one request to find out whether the service has admin endpoints. Returns a client for the admin endpoints, or
 * `null` if the service has no admin endpoints or the request fails.
 */
export async function detectControl(options: Omit<ControlOptions, 'hasWorlds'>): Promise<FakeControl | null> {
  const url = urlBelow(options.serviceUrl, adminSegment, 'schema.json');
  try {
    const signal = AbortSignal.timeout(detectionTimeout);
    const { $id, endpoints } = fieldsOf(jsonIn(await send(options.fetch, 'GET', url, undefined, signal)));
    if ($id !== schemaId) return null;
    const hasWorlds =
      Array.isArray(endpoints) && endpoints.some((endpoint) => fieldsOf(endpoint)['path'] === worldsPath);
    return createControl({ ...options, hasWorlds });
  } catch {
    return null;
  }
}

interface ProblemError {
  readonly pointer: string;
  readonly detail: string;
}

/** Error for a failed call to an admin endpoint, or for invalid input in the panel. */
export class ControlError extends Error {
  readonly title: string;
  /** Problems in the request body, each with a JSON pointer to the invalid value. */
  readonly errors: readonly ProblemError[];

  constructor(title: string, detail = '', errors: readonly ProblemError[] = []) {
    super(detail);
    this.title = title;
    this.errors = errors;
  }
}

/** Sends a request, and returns the body of a successful response. */
async function send(
  fetch: SendRequest,
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<string> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  // Reject redirects, so that credentials are never sent to another origin.
  const options = {
    method,
    ...content,
    redirect: 'error',
    cache: 'no-store',
    ...(signal && { signal }),
  } as const;
  let response: Response;
  let text: string;
  try {
    response = await fetch(new Request(url, options));
    text = await response.text();
  } catch (error) {
    throw new ControlError('The fake server cannot be reached', error instanceof Error ? error.message : '');
  }
  if (!response.ok) throw problemOf(response.status, text);
  return text;
}

function parsed(text: string): unknown {
  const value = jsonIn(text);
  if (value === undefined) throw new ControlError('The response of the fake server is not JSON');
  return value;
}

/** Creates the error for an error response. Uses the problem details (RFC 9457) if the response contains them. */
function problemOf(status: number, text: string): ControlError {
  const { title, detail, errors } = fieldsOf(jsonIn(text));
  return new ControlError(
    textOf(title) || `The fake server responded with ${status}`,
    textOf(detail),
    (Array.isArray(errors) ? errors : []).map((error: unknown) => {
      const { pointer, detail } = fieldsOf(error);
      return { pointer: textOf(pointer), detail: textOf(detail) };
    }),
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Appends path segments to a base URL, and keeps its query.
 *
 * @param segments - Unencoded path segments.
 */
export function urlBelow(baseUrl: string, ...segments: readonly string[]): string {
  const url = new URL(baseUrl);
  url.pathname = [url.pathname.replace(/\/$/, ''), ...segments.map(encodeURIComponent)].join('/');
  return url.href;
}
