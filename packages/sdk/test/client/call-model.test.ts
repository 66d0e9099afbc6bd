/**
 * A model of a call: sequences of up to four events, in virtual time, compared with a short function that predicts what
 * can be seen from outside. The model follows the guides "Time limits and retries" and "Authentication".
 */
import { inspect, isDeepStrictEqual } from 'node:util';
import {
  type ApiPromise,
  createClient,
  type MockServicesError,
  type RequestOptions,
} from '@mock-services/sdk';
import ky from 'ky';
import { expect, test, vi } from 'vitest';
import { outcomeOf } from '../support/failures.ts';
import { fourOperations, type OperationCase } from '../support/operations.ts';
import { advance, pause, random, settle, slowResponse, useVirtualTime } from '../support/virtual-time.ts';
import { sampleOf } from '../../../../tools/lib/near.ts';

const baseUrl = 'https://mocks.example.com';
const hour = 3_600_000;
/** How many milliseconds each stage of an attempt takes. */
const durations = { token: 3, beforeRequest: 2, fetch: 7, afterResponse: 0, body: 5 };
type Stage = keyof typeof durations;

/** What happens in one attempt. By default, every stage succeeds. */
interface Event {
  readonly throws?: Stage;
  readonly hangs?: Stage;
  /** The system call that fails. */
  readonly syscall?: 'connect' | 'read';
  readonly status?: number;
  /** `Retry-After` in seconds. */
  readonly retryAfter?: number;
  /** `Retry-After` as a date, in seconds since the beginning of the call. */
  readonly retryAt?: number;
  /** Status and location of a redirect. The other fields describe its target. */
  readonly moved?: readonly [status: number, location: string];
  /** Status of the response that a hook returns in place of the received one. */
  readonly replacedBy?: number;
  /** What the token function returns for a rejected token. By default, it returns a new token. */
  readonly renewal?: 'same' | 'none';
}

const events = {
  '200': {},
  '401': { status: 401 },
  '404': { status: 404 },
  '429': { status: 429, retryAfter: 2 },
  '429 with a date': { status: 429, retryAt: 2 },
  '500': { status: 500 },
  '503': { status: 503 },
  reset: { throws: 'fetch', syscall: 'read' },
  refused: { throws: 'fetch', syscall: 'connect' },
  'cut off': { throws: 'body', syscall: 'read' },
  hang: { hangs: 'fetch' },
  stall: { hangs: 'body' },
  'stalled 404': { status: 404, hangs: 'body' },
  'same token': { renewal: 'same' },
  'no token': { renewal: 'none' },
  'token throws': { throws: 'token' },
  'token hangs': { hangs: 'token' },
  'hook throws': { throws: 'beforeRequest' },
  'hook hangs': { hangs: 'beforeRequest' },
  'late hook throws': { throws: 'afterResponse' },
  'replaced success': { replacedBy: 422 },
  'replaced 404': { status: 404, replacedBy: 502 },
  moved: { moved: [302, '/moved'] },
  'moved to 503': { moved: [302, '/moved'], status: 503 },
  'moved to a hang': { moved: [302, '/moved'], hangs: 'fetch' },
  'moved to a reset': { moved: [302, '/moved'], throws: 'fetch', syscall: 'read' },
  'moved elsewhere': { moved: [307, 'https://other.example.com/moved'] },
} satisfies Record<string, Event>;
type Name = keyof typeof events;

interface Scenario {
  readonly operation: OperationCase;
  readonly options?: RequestOptions;
  readonly sequence: readonly Name[];
  /** When the signal is aborted, in milliseconds since the beginning of the call. */
  readonly abortAt?: number;
}

const joined = (...facts: (string | number | undefined)[]) =>
  facts.filter((fact) => fact !== undefined).join(' ');

const summary = (result: string, attempts: number, mayHaveBeenApplied = false) =>
  `${result}, attempts: ${attempts}${mayHaveBeenApplied ? ', may have been applied' : ''}`;

/** Predicts the log of a call. Returns `undefined` if the call does not end with the sequence. */
function model({ operation, options = {}, sequence, abortAt = Infinity }: Scenario): string[] | undefined {
  const { timeout = 10_000, totalTimeout = 60_000, maxRetries = 2, maxRetryAfter = 30_000 } = options;
  const { method, path } = operation;
  const log: string[] = [];
  let [now, attempts, retries, tokens, mayHaveBeenApplied] = [0, 0, 0, 1, false];
  let [rejected, lastFailure]: (string | undefined)[] = [];
  const add = (line: string) => log.push(`${now} ${line}`);
  const end = (result: string) => {
    if (result.startsWith('Timeout') && lastFailure !== undefined) result += ` after ${lastFailure}`;
    add(summary(result, attempts, mayHaveBeenApplied && result !== 'success'));
    return log;
  };

  if (abortAt === 0) return end('AbortError');
  for (const name of sequence) {
    const event: Event = events[name];
    const { moved, renewal, replacedBy, retryAfter = 0, retryAt = 0, syscall } = event;
    const follows = method === 'GET' && moved?.[0] === 302;
    const status = (follows ? undefined : moved?.[0]) ?? event.status ?? operation.status;
    const appliedBefore = mayHaveBeenApplied;
    let [limit, sent, responded] = [Number(totalTimeout), NaN, false];
    const pass = (stage: Stage, { hangs, throws } = event) => {
      const done = hangs === stage ? Infinity : now + durations[stage];
      now = Math.min(done, limit, abortAt);
      const expired = limit === totalTimeout ? 'totalTimeout' : 'timeout';
      if (now < done) throw new Error(now === abortAt ? 'AbortError' : `TimeoutError ${expired}`);
      if (throws === stage && syscall === undefined) throw new Error('CallbackError');
      if (throws === stage) throw new Error(responded ? `NetworkError ${status}` : 'NetworkError');
    };
    const send = (to: string) => {
      sent = now;
      add(`onRequest ${attempts}`);
      add(`${method} ${to} Bearer secret-${tokens}`);
    };
    const attempt = () => {
      add(`token, rejected: ${rejected}`);
      pass('token');
      if (rejected !== undefined && renewal !== undefined) return 'ApiError 401';
      if (rejected !== undefined) add(`onRetry ${attempts} ApiError 401 0`);
      limit = Math.min(now + Number(timeout), limit);
      pass('beforeRequest');
      attempts += 1;
      send(path);
      if (follows) pass('fetch', {});
      if (follows) send('/moved');
      pass('fetch');
      responded = true;
      pass('afterResponse');
      if (moved !== undefined && !follows) return `ApiError ${status}`;
      const shown = replacedBy ?? status;
      if (replacedBy === undefined) pass('body');
      add(`onResponse ${attempts} ${shown} ${now - sent}`);
      return shown < 300 ? 'success' : `ApiError ${shown}`;
    };

    const outcome = outcomeOf(attempt);
    const result = outcome instanceof Error ? outcome.message : String(outcome);
    if (result === 'success') return end(result);
    const effect = responded ? mayHaveEffect(status) : result !== 'NetworkError' || syscall !== 'connect';
    if (method !== 'GET' && !Number.isNaN(sent) && effect) mayHaveBeenApplied = true;
    if (method === 'DELETE' && result === 'ApiError 404' && appliedBefore) {
      add(`onWarning ${attempts} delete-repeated`);
      return end('success');
    }
    rejected = result === 'ApiError 401' && tokens === 1 ? 'secret-1' : undefined;
    if (rejected !== undefined) {
      [tokens, lastFailure] = [2, result];
      continue;
    }
    // The `Date` header has no milliseconds.
    const asked = Math.max(retryAfter * 1000, retryAt * 1000 - Math.floor(now / 1000) * 1000);
    const delay = Math.max(asked, random * Math.min(10_000, 300 * 2 ** retries));
    const repeatable = method !== 'POST' || options.retryUnsafe === true;
    if (!repeatable || !isTemporary(result) || retries === maxRetries) return end(result);
    if (asked > maxRetryAfter || now + delay > Number(totalTimeout)) return end(result);
    add(`onRetry ${attempts} ${result.replace(/^(NetworkError) .*/, '$1')} ${delay}`);
    [retries, lastFailure] = [retries + 1, result];
    now = Math.min(now + delay, abortAt);
    if (now === abortAt) return end('AbortError');
  }
  return undefined;
}

const isTemporary = (result: string) => /^NetworkError|^ApiError (408|429|500|502|503|504)$/.test(result);

const mayHaveEffect = (status: number) => status < 300 || [301, 302, 303, 500, 502, 504].includes(status);

/** The results whose errors were inspected, which is slow. */
const shown = new Set<string>();

/** Acts out a sequence for equal concurrent calls, and returns the log of what could be seen from outside. */
async function play({ operation, options, sequence, abortAt }: Scenario, calls = 1): Promise<string[]> {
  vi.setSystemTime(Math.ceil(Date.now() / 1000) * 1000);
  const [date, start] = [Date.now(), performance.now()];
  const log: string[] = [];
  const add = (line: string) => log.push(`${performance.now() - start} ${line}`);
  const [observed, thrown] = [[] as { readonly attempt: number }[], new Set<unknown>()];
  const remaining = [...sequence];
  let event: Event = {};
  let tokens = 1;

  const act = async (stage: Stage, { hangs, throws, syscall }: Event, signal?: AbortSignal) => {
    await pause(hangs === stage ? Infinity : durations[stage], signal);
    if (throws !== stage) return;
    // The same code for all: only the system call shows whether a request was sent.
    const cause = Object.assign(new Error(`${syscall} EHOSTUNREACH`), { code: 'EHOSTUNREACH', syscall });
    const error = syscall === undefined ? new Error(`${stage} failed`) : new TypeError('failed', { cause });
    thrown.add(error);
    throw error;
  };
  const hook = (stage: Stage) => async () => {
    await act(stage, event);
    if (stage !== 'afterResponse' || event.replacedBy === undefined) return undefined;
    return new Response(null, { status: event.replacedBy });
  };
  const respond = (target: Event, signal: AbortSignal) => {
    const { status = operation.status, retryAfter, retryAt } = target;
    const headers = new Headers();
    if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
    // The clock of the service is an hour fast.
    headers.set('date', new Date(Date.now() + hour).toUTCString());
    if (retryAt !== undefined)
      headers.set('retry-after', new Date(date + hour + retryAt * 1000).toUTCString());
    const text = operation.received === undefined ? '' : JSON.stringify(operation.received);
    return slowResponse(text, () => act('body', target, signal), { status, headers });
  };
  const observer = (name: string) => (seen: { readonly attempt?: number }) => {
    observed.push({ attempt: 0, ...seen });
    const { attempt, reason, status, kind, durationMs, delayMs } = seen as unknown as Record<string, string>;
    add(joined(name, attempt, reason, status, kind, durationMs, delayMs));
  };
  const client = createClient({
    baseUrl,
    ky: ky.create({
      hooks: { beforeRequest: [hook('beforeRequest')], afterResponse: [hook('afterResponse')] },
    }),
    async token({ rejected }) {
      add(`token, rejected: ${rejected}`);
      event = events[remaining.shift() ?? '200'];
      await act('token', event);
      if (rejected === undefined) return `secret-${tokens}`;
      if (event.renewal !== undefined) return event.renewal === 'same' ? rejected : undefined;
      tokens += 1;
      return `secret-${tokens}`;
    },
    async fetch(url, { method, headers, body, signal, redirect }) {
      const { pathname } = new URL(url);
      const { moved, ...target } = event;
      add(`${method} ${pathname} ${new Headers(headers).get('authorization')}`);
      if (body !== JSON.stringify(operation.sent) || redirect !== 'manual') add('The request differs.');
      const moves = pathname === '/moved' ? undefined : moved;
      await act('fetch', moves ? {} : target, signal);
      if (moves) return new Response(null, { status: moves[0], headers: { location: moves[1] } });
      return respond(target, signal);
    },
    onRequest: observer('onRequest'),
    onResponse: observer('onResponse'),
    onRetry: observer('onRetry'),
    onWarning: observer('onWarning'),
  });

  const controller = new AbortController();
  if (abortAt === 0) controller.abort();
  else if (abortAt !== undefined) setTimeout(() => controller.abort(), abortAt);
  const promises = Array.from({ length: calls }, () => {
    const call = operation.call(client, { ...options, signal: controller.signal });
    return (call as ApiPromise<unknown>).withResponse();
  });
  for (const outcome of await settle(Promise.allSettled(promises))) {
    if (outcome.status === 'fulfilled') {
      const { data, attempts } = outcome.value;
      add(summary(isDeepStrictEqual(data, operation.result) ? 'success' : inspect(data), attempts));
    } else {
      const error = outcome.reason as MockServicesError & { status?: number; limit?: string };
      const cause = error.cause as { name: string; status?: number } | undefined;
      const last = error.name === 'TimeoutError' && cause ? ['after', cause.name, cause.status] : [];
      const result = joined(error.name, error.status, error.limit, ...last);
      add(summary(result, error.attempts, error.mayHaveBeenApplied));
      if (error.name === 'AbortError') thrown.add(controller.signal.reason);
      if (/Abort|Callback|Network/.test(error.name) && !thrown.has(error.cause)) add('The cause differs.');
      if (!shown.has(result) && inspect(error, { depth: 9 }).includes('secret-'))
        add('The error has a token.');
      shown.add(result);
    }
  }
  await advance(10); // the rest of a token function or hook, which cannot be aborted
  if (vi.getTimerCount() > 0) add('A timer is left.');
  if (JSON.stringify(observed).includes('secret-')) add('An event contains a token.');
  return log;
}

/** The events that are possible after the second one. All of them would take ten times as long. */
const later: ReadonlySet<Name> = new Set(['200', '401', '404', '500', 'reset', 'token throws']);

/** Returns each sequence of the given events that ends a call. Short ones come first. */
function sequencesOf(scenario: Omit<Scenario, 'sequence'>, names: Name[], prefix: Name[] = []): Name[][] {
  const next = prefix.length < 2 ? names : names.filter((name) => later.has(name));
  const found = next.flatMap((name) => {
    const sequence = [...prefix, name];
    return model({ ...scenario, sequence }) ? [sequence] : sequencesOf(scenario, names, sequence);
  });
  return found.sort((a, b) => a.length - b.length);
}

const operationOf = (name: string) =>
  fourOperations.find(({ method }) => method === name) ?? expect.unreachable();

const all = Object.keys(events) as Name[];
const reads = all.filter((name) => !/429 with|^503|refused|stalled|no token/.test(name));
const deletes = all.filter((name) => !/429 with|moved [te]|stalled|no token/.test(name));
const writes = all.filter((name) => !/moved to/.test(name));
const limited = all.filter((name) => /^(200|401|429.*|500|reset|hang|.* hangs|stall)$/.test(name));

useVirtualTime();

test.each<[string, string, RequestOptions, Name[]]>([
  ['a GET', 'GET', {}, reads],
  ['a DELETE', 'DELETE', {}, deletes],
  ['a POST', 'POST', {}, writes],
  ['a POST with retryUnsafe', 'POST', { retryUnsafe: true, maxRetries: 1 }, writes],
  ['a PUT without retries', 'PUT', { maxRetries: 0 }, writes],
  ['a PUT with three retries', 'PUT', { maxRetries: 3 }, ['200', '401', '404', '500', 'refused']],
  ['a PUT with short time limits', 'PUT', { timeout: 400, totalTimeout: 2300 }, limited],
  ['a GET with time limits close to each other', 'GET', { timeout: 400, totalTimeout: 700 }, limited],
  ['a PUT with time limits close to each other', 'PUT', { timeout: 400, totalTimeout: 700 }, limited],
  ['a PUT that waits for two seconds', 'PUT', { maxRetryAfter: 2000 }, ['200', '429']],
  ['a PUT that does not wait for two seconds', 'PUT', { maxRetryAfter: 1999 }, ['200', '429']],
])('every sequence of events in %s has the predicted results', async (_, method, options, names) => {
  for (const sequence of sampleOf(sequencesOf({ operation: operationOf(method), options }, names))) {
    const scenario = { operation: operationOf(method), options, sequence };
    expect({ sequence, log: await play(scenario) }).toEqual({ sequence, log: model(scenario) });
  }
});

test.each<[string, number[]]>([
  ['totalTimeout', [2, 4, 8, 15, 18, 21, 25, 30, 183, 185, 188, 190, 198, 202]],
  ['timeout', [1, 4, 10, 15]],
])('%s can end a PUT at every stage, and no delay is longer', async (option, limits) => {
  const sequence: Name[] = ['401', '500', '200'];
  for (const limit of limits) {
    const scenario = { operation: operationOf('PUT'), options: { [option]: limit } };
    expect(await play({ ...scenario, sequence })).toEqual(model({ ...scenario, sequence }));
  }
});

test.each(['GET', 'DELETE'])('a %s that is aborted at any instant sends nothing more', async (method) => {
  const scenario = { operation: operationOf(method), options: { maxRetries: 1 } };
  const names: Name[] = ['200', '401', '500', 'moved', 'stall', 'token hangs', 'hook hangs'];
  for (const sequence of sampleOf(sequencesOf(scenario, names))) {
    const log = model({ ...scenario, sequence }) ?? [];
    const instants = new Set([0, ...log.map((line) => Number.parseInt(line, 10) + 1)]);
    for (const abortAt of instants) {
      const aborted = { ...scenario, sequence, abortAt };
      expect({ sequence, log: await play(aborted) }).toEqual({ sequence, log: model(aborted) });
    }
  }
});

test.each<{ sequence: Name[] }>([
  { sequence: ['200'] },
  { sequence: ['401', '503', '200'] },
  { sequence: ['503', '401', '429', '404'] },
  { sequence: ['401', 'same token'] },
  { sequence: ['500', 'token throws'] },
  { sequence: ['reset', 'token hangs'] },
])('fifty equal calls request as many tokens as one call: $sequence', async ({ sequence }) => {
  const scenario = { operation: operationOf('GET'), sequence };
  const fifty = (line: string) => (line.includes(' token, ') ? line : Array<string>(50).fill(line));
  expect((await play(scenario, 50)).sort()).toEqual(model(scenario)?.flatMap(fifty).sort());
});
