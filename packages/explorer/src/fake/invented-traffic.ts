/** Generates invented traffic for an online shop. */
import type { Exchange } from '@mock-services/fake-server/core';
import { turn } from '../window/turn.ts';
import type { FakeControl } from './control.ts';

/** Template for similar exchanges. */
interface Kind {
  /** Relative frequency of the exchanges. */
  readonly weight: number;
  /** Request to send. A random number replaces `#` in the URL. */
  readonly request: { readonly method: string; readonly url: string; readonly body?: unknown };
  /** Successful response. `ms` is the typical response time in milliseconds. */
  readonly response: { readonly status: number; readonly ms: number; readonly body?: unknown };
  /** Fraction of requests that fail (0 to 1), and the status of their responses. */
  readonly failure: { readonly share: number; readonly status: number };
}

const shop = 'https://shop.example';
const payments = 'https://payments.example';

const kinds: readonly Kind[] = [
  {
    weight: 30,
    request: { method: 'GET', url: `${shop}/products/#` },
    response: {
      status: 200,
      ms: 32,
      body: { sku: '4711', name: 'Trail shoe', price: { amount: 8990, currency: 'EUR' } },
    },
    failure: { share: 0.06, status: 404 },
  },
  {
    weight: 18,
    request: { method: 'GET', url: `${shop}/products?page=#` },
    response: { status: 200, ms: 58, body: [{ sku: '4711' }, { sku: '4712' }] },
    failure: { share: 0.01, status: 500 },
  },
  {
    weight: 12,
    request: { method: 'GET', url: `${shop}/assets/app.css` },
    response: { status: 304, ms: 7 },
    failure: { share: 0, status: 500 },
  },
  {
    weight: 12,
    request: { method: 'POST', url: `${shop}/carts/#/items`, body: { sku: '4711', quantity: 2 } },
    response: { status: 201, ms: 71, body: { items: 3 } },
    failure: { share: 0.04, status: 422 },
  },
  {
    weight: 8,
    request: { method: 'PUT', url: `${shop}/carts/#`, body: { coupon: 'TRAIL10' } },
    response: { status: 200, ms: 55, body: { total: 17_980 } },
    failure: { share: 0.02, status: 409 },
  },
  {
    weight: 4,
    request: { method: 'DELETE', url: `${shop}/carts/#/items/3` },
    response: { status: 204, ms: 24 },
    failure: { share: 0.02, status: 404 },
  },
  {
    weight: 9,
    request: {
      method: 'POST',
      url: `${payments}/payments`,
      body: { cart: 81, amount: 17_980, currency: 'EUR' },
    },
    response: { status: 201, ms: 640, body: { id: 'pay_1', state: 'authorized' } },
    failure: { share: 0.12, status: 503 },
  },
  {
    weight: 7,
    request: { method: 'GET', url: `${payments}/payments/pay_#` },
    response: { status: 200, ms: 88, body: { id: 'pay_1', state: 'captured' } },
    failure: { share: 0.03, status: 401 },
  },
];

const whole = kinds.reduce((sum, { weight }) => sum + weight, 0);

/** Creates a seeded generator of random numbers from 0 to 1 (mulberry32). The same seed generates the same traffic. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Invents an exchange. If `time` is omitted, the fake server uses the time of its clock. */
export function inventedExchange(random: () => number, time?: number): Exchange {
  const { request, response, failure } = pick(random() * whole);
  const isFailure = random() < failure.share;
  // Vary the response time, and make about 5% of the exchanges much slower.
  const slowness = 0.6 + random() * 0.7 + (random() < 0.05 ? random() * 9 : 0);
  const url = request.url.replace('#', String(1000 + Math.floor(random() * 40)));
  const { status, body } = isFailure ? { ...failure, body: { error: 'Something failed.' } } : response;
  return {
    ...(time !== undefined && { timestamp: new Date(Math.round(time)).toISOString() }),
    request: { ...request, url, headers: { accept: 'application/json', 'user-agent': 'shop-web/5.2' } },
    response: {
      statusCode: status,
      headers: { server: 'shop' },
      responseTimeMs: Math.round(response.ms * slowness * (isFailure && status >= 500 ? 4 : 1)),
      ...(body !== undefined && { body }),
    },
  };
}

function pick(at: number): Kind {
  let rest = at;
  for (const kind of kinds) {
    rest -= kind.weight;
    if (rest < 0) return kind;
  }
  throw new RangeError(`Invalid position: ${at}. Expected a number from 0 to less than ${whole}.`);
}

/** Maximum number of simultaneous requests. */
const concurrency = 8;

/** Number of exchanges to record before reporting the progress and yielding to the page. */
const slice = 50;

interface Recording {
  readonly workspace: string;
  readonly count: number;
  /** Length of the period in which the exchanges take place, in milliseconds. The period ends at the current time. */
  readonly over: number;
  readonly random: () => number;
  readonly onProgress?: (done: number) => void;
  /** Stops the recording when aborted. Exchanges that were already recorded remain in the log. */
  readonly signal?: AbortSignal;
}

/**
 * Records many exchanges without blocking the page.
 *
 * @throws {ControlError} if an exchange cannot be recorded.
 */
export async function recordMany(
  control: Pick<FakeControl, 'clock' | 'record'>,
  { workspace, count, over, random, onProgress, signal }: Recording,
): Promise<void> {
  const until = await control.clock();
  let [started, done, hasFailed] = [0, 0, false];
  const isOver = (): boolean => started === count || hasFailed || signal?.aborted === true;
  const recordSome = async (): Promise<void> => {
    while (!isOver()) {
      // Place more exchanges in the middle of the period, similar to the traffic during a day.
      const share = (started + random()) / count;
      const time = until - over * (1 - share - 0.1 * Math.sin(2 * Math.PI * share));
      started += 1;
      await control.record(workspace, inventedExchange(random, time));
      done += 1;
      if (done % slice !== 0 || isOver()) continue;
      onProgress?.(done);
      await turn();
    }
  };
  const recordUntilFailure = () =>
    recordSome().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
  await Promise.all(Array.from({ length: concurrency }, recordUntilFailure));
  onProgress?.(done);
}
