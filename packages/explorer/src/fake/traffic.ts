/** Invented traffic of a shop. */
import type { Exchange } from '@mock-services/fake-server/core';

/** One kind of exchange, with its frequency and usual result. */
interface Kind {
  readonly weight: number;
  readonly method: string;
  /** A `#` in it becomes a number. */
  readonly url: string;
  readonly status: number;
  /** Usual response time, in milliseconds. */
  readonly ms: number;
  /** Share that fails, from 0 to 1, and with which status. */
  readonly fails: number;
  readonly failure: number;
  readonly body?: unknown;
  readonly answer?: unknown;
}

const shop = 'https://shop.example';
const payments = 'https://payments.example';

const kinds: readonly Kind[] = [
  {
    weight: 30,
    method: 'GET',
    url: `${shop}/products/#`,
    status: 200,
    ms: 32,
    fails: 0.06,
    failure: 404,
    answer: { sku: '4711', name: 'Trail shoe', price: { amount: 8990, currency: 'EUR' } },
  },
  {
    weight: 18,
    method: 'GET',
    url: `${shop}/products?page=#`,
    status: 200,
    ms: 58,
    fails: 0.01,
    failure: 500,
    answer: [{ sku: '4711' }, { sku: '4712' }],
  },
  { weight: 12, method: 'GET', url: `${shop}/assets/app.css`, status: 304, ms: 7, fails: 0, failure: 500 },
  {
    weight: 12,
    method: 'POST',
    url: `${shop}/carts/#/items`,
    status: 201,
    ms: 71,
    fails: 0.04,
    failure: 422,
    body: { sku: '4711', quantity: 2 },
    answer: { items: 3 },
  },
  {
    weight: 8,
    method: 'PUT',
    url: `${shop}/carts/#`,
    status: 200,
    ms: 55,
    fails: 0.02,
    failure: 409,
    body: { coupon: 'TRAIL10' },
    answer: { total: 17_980 },
  },
  {
    weight: 4,
    method: 'DELETE',
    url: `${shop}/carts/#/items/3`,
    status: 204,
    ms: 24,
    fails: 0.02,
    failure: 404,
  },
  {
    weight: 9,
    method: 'POST',
    url: `${payments}/payments`,
    status: 201,
    ms: 640,
    fails: 0.12,
    failure: 503,
    body: { cart: 81, amount: 17_980, currency: 'EUR' },
    answer: { id: 'pay_1', state: 'authorized' },
  },
  {
    weight: 7,
    method: 'GET',
    url: `${payments}/payments/pay_#`,
    status: 200,
    ms: 88,
    fails: 0.03,
    failure: 401,
    answer: { id: 'pay_1', state: 'captured' },
  },
];

const whole = kinds.reduce((sum, { weight }) => sum + weight, 0);

/** Seeded random numbers from 0 to 1 (mulberry32): the same seed gives the same traffic. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An invented exchange at a time in milliseconds since 1970. */
export function exchangeAt(time: number, random: () => number): Exchange {
  const kind = pick(random() * whole);
  const isFailure = random() < kind.fails;
  // Most take about their usual time, some much longer.
  const slowness = 0.6 + random() * 0.7 + (random() < 0.05 ? random() * 9 : 0);
  const url = kind.url.replace('#', String(1000 + Math.floor(random() * 40)));
  return {
    timestamp: new Date(Math.round(time)).toISOString(),
    request: {
      method: kind.method,
      url,
      headers: { accept: 'application/json', 'user-agent': 'shop-web/5.2' },
      ...(kind.body !== undefined && { body: kind.body }),
    },
    response: {
      statusCode: isFailure ? kind.failure : kind.status,
      headers: { server: 'shop' },
      responseTimeMs: Math.round(kind.ms * slowness * (isFailure && kind.failure >= 500 ? 4 : 1)),
      ...(isFailure
        ? { body: { error: 'Something failed.' } }
        : kind.answer !== undefined && { body: kind.answer }),
    },
  };
}

function pick(at: number): Kind {
  let rest = at;
  for (const kind of kinds) {
    rest -= kind.weight;
    if (rest < 0) return kind;
  }
  throw new RangeError('The weights do not add up.');
}
