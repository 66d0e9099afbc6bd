import type { Fault, FaultOptions, JournalEntry, ListedWorld } from '@mock-services/fake-server/core';

export type ClockChange = { readonly advance: string } | { readonly set: string };

export interface ReceivedRequests {
  /** ISO 8601 timestamp at which the journal began to listen. */
  readonly since: string;
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Requests that broke the contract. */
  readonly problems: readonly JournalEntry[];
  /** Whether all requests followed the contract and each fault was applied as often as planned. */
  readonly clean: boolean;
  /** Why the journal is not clean. */
  readonly reasons: readonly string[];
}

interface ControlOptions {
  /** Base URL of the service, without a world. */
  readonly serviceUrl: string;
  readonly worldUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly hasWorlds: boolean;
}

export type FakeControl = ReturnType<typeof createControl>;

/** Each function of the client throws a {@link ControlError} if its call fails. */
export function createControl({ serviceUrl, worldUrl, fetch, hasWorlds }: ControlOptions) {
  const call = <Result = void>(method: string, path: readonly string[], body?: unknown) =>
    send<Result>(fetch, method, urlBelow(worldUrl, adminSegment, ...path), body);
  return {
    counts: () => call<{ readonly mockServices: number; readonly workspaces: number }>('GET', ['counts']),
    /** Returns all data in the form of a seed. */
    state: () => call<{ readonly data: unknown }>('GET', ['state']),
    seed: (seed: unknown) => call('PUT', ['seed'], seed),
    reset: () => call('POST', ['reset']),
    faults: async () => (await call<{ readonly faults: readonly Fault[] }>('GET', ['faults'])).faults,
    addFault: (fault: FaultOptions) => call<Fault>('POST', ['faults'], fault),
    removeFault: (id: number) => call('DELETE', ['faults', String(id)]),
    clearFaults: () => call('DELETE', ['faults']),
    /** Unix time in milliseconds. */
    clock: async () => Date.parse((await call<{ readonly now: string }>('GET', ['clock'])).now),
    changeClock: (change: ClockChange) => call('POST', ['clock'], change),
    journal: () => call<ReceivedRequests>('GET', ['journal']),
    clearJournal: () => call('DELETE', ['journal']),
    /** `undefined` if the fake server has only one world. */
    worlds: hasWorlds
      ? async () => {
          const url = urlBelow(serviceUrl, adminSegment, 'worlds');
          return (await send<{ readonly worlds: readonly ListedWorld[] }>(fetch, 'GET', url)).worlds;
        }
      : undefined,
  };
}

const adminSegment = '__fake';

/** Resolves to `null` if the service has no admin endpoints or does not respond in time. */
export async function detectControl(options: Omit<ControlOptions, 'hasWorlds'>): Promise<FakeControl | null> {
  const url = urlBelow(options.serviceUrl, adminSegment, 'schema.json');
  const signal = AbortSignal.timeout(15_000);
  try {
    const schema: unknown = await send(options.fetch, 'GET', url, undefined, signal);
    const { $id, endpoints } = schema as { $id?: unknown; endpoints: readonly { path: string }[] };
    if ($id !== '/__fake/schema.json') return null;
    return createControl({ ...options, hasWorlds: endpoints.some(({ path }) => path === '/__fake/worlds') });
  } catch {
    return null;
  }
}

interface ProblemError {
  readonly pointer: string;
  readonly detail: string;
}

interface ProblemDetails {
  readonly title: string;
  readonly detail?: string;
  readonly errors?: readonly ProblemError[];
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

async function send<Result>(
  fetch: ControlOptions['fetch'],
  method: string,
  url: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<Result> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  try {
    // Reject redirects, so that credentials are never sent to another origin.
    const response = await fetch(
      new Request(url, { method, signal, redirect: 'error', cache: 'no-store', ...content }),
    );
    const text = await response.text();
    if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Result;
    // A fake server always sends problem details (RFC 9457). Only a proxy could send another body.
    const { title, detail, errors } = JSON.parse(text) as ProblemDetails;
    throw new ControlError(title, detail, errors);
  } catch (error) {
    if (error instanceof ControlError) throw error;
    throw new ControlError('The fake server cannot be reached', error instanceof Error ? error.message : '');
  }
}

/** Encodes the segments, and keeps the query of the base URL. */
export function urlBelow(baseUrl: string, ...segments: readonly string[]): string {
  const url = new URL(baseUrl);
  url.pathname = [url.pathname.replace(/\/$/, ''), ...segments.map(encodeURIComponent)].join('/');
  return url.href;
}
