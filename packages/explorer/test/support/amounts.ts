/** Sample data in realistic amounts: 150 mock services, 40 workspaces, and a log of 5,000 exchanges. */
import type { Exchange, FakeServer } from '@mock-services/fake-server/core';

const shop = 'https://shop.example';
const payments = 'https://payments.example';
const product = {
  sku: '4711',
  name: 'Trail shoe',
  price: { amount: 8990, currency: 'EUR' },
  sizes: [41, 42, 43],
};

type Kind = readonly [
  method: string,
  url: string,
  status: number,
  ms: number,
  failure: number,
  body?: unknown,
  response?: unknown,
];

const kinds: readonly Kind[] = [
  ['GET', `${shop}/products/#`, 200, 32, 404, undefined, product],
  ['GET', `${shop}/products?page=#&sort=price`, 200, 58, 500, undefined, [product, product]],
  ['GET', `${shop}/products/#`, 200, 30, 404, undefined, product],
  ['GET', `${shop}/assets/app.css`, 304, 7, 500],
  ['POST', `${shop}/carts/#/items`, 201, 71, 422, { sku: '4711', quantity: 2 }, { items: 3 }],
  ['PUT', `${shop}/carts/#`, 200, 55, 409, { coupon: 'TRAIL10' }, { total: 17_980 }],
  ['DELETE', `${shop}/carts/#/items/3`, 204, 24, 404],
  ['POST', `${payments}/payments`, 201, 640, 503, { cart: 81, amount: 17_980 }, { id: 'pay_1', state: 'ok' }],
  ['GET', `${payments}/payments/pay_#`, 200, 88, 401, undefined, { id: 'pay_1', state: 'captured' }],
];

/** Creates a seeded generator of random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Invents exchanges of a shop during the hour before a time, oldest first. About 6% of them fail. */
function exchangesOf(count: number, until: number): Exchange[] {
  const random = createRandom(2026);
  return Array.from({ length: count }, (_, index) => {
    const share = (index + random()) / count;
    const time = until - 3_600_000 * (1 - share - 0.1 * Math.sin(2 * Math.PI * share));
    const kind = kinds[Math.floor(random() * kinds.length)];
    if (kind === undefined) throw new RangeError('The random number is not below 1.');
    const [method, url, status, ms, failure, body, answer] = kind;
    const isFailure = random() < 0.06;
    const slowness = 0.6 + random() * 0.7 + (random() < 0.05 ? random() * 9 : 0);
    return {
      timestamp: new Date(Math.round(Math.min(time, until))).toISOString(),
      request: {
        method,
        url: url.replace('#', String(1000 + Math.floor(random() * 400))),
        headers: {
          accept: 'application/json',
          authorization: 'Bearer 8f14e45f',
          'user-agent': 'shop-web/5.2',
        },
        ...(body !== undefined && { body }),
      },
      response: {
        statusCode: isFailure ? failure : status,
        headers: { server: 'shop', 'x-trace': `trace-${index}` },
        responseTimeMs: Math.round(ms * slowness * (isFailure && failure >= 500 ? 4 : 1)),
        ...(isFailure
          ? { body: { error: `Failed in step ${index}.` } }
          : answer !== undefined && { body: answer }),
      },
    };
  });
}

/** Fills a fake server, and returns the id of the workspace with the long log. */
export function fill(fake: FakeServer, { count = 5000, now = Date.now() } = {}): string {
  const day = 86_400_000;
  const at = (days: number) => new Date(now + days * day).toISOString();
  for (let number = 1; number <= 150; number += 1)
    fake.mockServices.add({
      title: `${number % 3 === 0 ? 'Bestände Süd' : 'Orders'} ${String(number).padStart(3, '0')}${number === 150 ? ' 🚚' : ''}`,
      createdAt: at(-number),
      updatedAt: at(-number / 3),
      config: { upstreams: [{ name: 'live', url: `https://orders-${number}.example` }] },
    });
  for (let number = 1; number <= 39; number += 1)
    fake.workspaces.add({
      name: `Team ${String(number).padStart(2, '0')}`,
      createdAt: at(-number),
      expiresAt: at(number % 8 === 0 ? -1.5 : number / 4),
    });
  const { id } = fake.workspaces.add({ name: 'Checkout', createdAt: at(-6), expiresAt: at(8) });
  for (const exchange of exchangesOf(count, now)) fake.activity.record(id, exchange);
  return id;
}
