/**
 * Runs the fault matrix against one build of the SDK and prints the outcomes as JSON: `<entry file> [offline]`.
 * With `offline`, no further module can be loaded once the entry is.
 */
import { registerHooks } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type * as Sdk from '@mock-services/sdk';
import { startFaultServer, startRefusing } from '../../../../packages/sdk/test/support/fault-server.ts';
import { cases, type Case } from './cases.ts';

/** What a run prints. */
export interface Matrix {
  /** By the name of the case. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** File names of the modules that were requested after the entry was loaded. */
  readonly loadedLater: readonly string[];
}

/** What a caller and the service see of one call. */
export interface Outcome {
  /** What the call rejected with; missing if it did not. */
  readonly error?: ErrorFacts | undefined;
  /** What the call resolved to. */
  readonly value?: unknown;
  /** Method and target of each request on the wire. */
  readonly requests: readonly string[];
  /** What the observers were notified of, without durations and delays. */
  readonly events: readonly ObservedEvent[];
}

/** The enumerable fields of an error of the SDK, such as `operation` and `attempts`, and what identifies it. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly isInstance: boolean;
  readonly issues?: readonly unknown[] | undefined;
}

export interface ObservedEvent {
  readonly observer: string;
  readonly kind?: string;
}

const [entry = '', mode] = process.argv.slice(2);
// The entry file has the exports of the package.
const sdk = (await import(pathToFileURL(entry).href)) as typeof Sdk;

const loadedLater = new Set<string>();
registerHooks({
  load: (url, context, nextLoad) => {
    loadedLater.add(basename(url));
    if (mode === 'offline') throw new Error('offline');
    return nextLoad(url, context);
  },
});

const outcomes = new Map<string, Outcome>();
await Promise.all(
  cases.map(async (one) => {
    outcomes.set(one.name, await outcomeOf(one));
  }),
);
const matrix: Matrix = { outcomes: Object.fromEntries(outcomes), loadedLater: [...loadedLater] };
process.stdout.write(JSON.stringify(matrix, comparable));

async function outcomeOf({ fault, call, options }: Case): Promise<Outcome> {
  await using server = fault ? await startFaultServer(fault) : await startRefusing();
  const events: ObservedEvent[] = [];
  const record = (observer: string) => (event: object) => {
    events.push({ observer, ...event });
  };
  const client = sdk.createClient({
    baseUrl: server.origin,
    ...options,
    onRequest: record('onRequest'),
    onResponse: record('onResponse'),
    onRetry: record('onRetry'),
    onWarning: record('onWarning'),
  });
  const ended = await call(client).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: factsOf(error) }),
  );
  return { ...ended, requests: server.requests.map(({ method, target }) => `${method} ${target}`), events };
}

function factsOf(error: unknown): ErrorFacts {
  if (!sdk.isMockServicesError(error)) {
    return { name: 'not an error of the SDK', message: inspect(error), isInstance: false };
  }
  const { name, message } = error;
  const fields = Object.fromEntries(Object.entries(error));
  return { ...fields, name, message, isInstance: error instanceof sdk[name] };
}

/** Leaves out, for `JSON.stringify`, what differs between two runs of the same build. */
function comparable(key: string, value: unknown): unknown {
  if (key === 'durationMs' || key === 'delayMs') return undefined;
  return typeof value === 'string' ? value.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4010') : value;
}
