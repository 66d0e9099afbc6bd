import type { ActivityEntry } from '@mock-services/sdk/contract';
import { encodeBase64 } from '@mock-services/sdk/activity';

/** An exchange of a fictional shop without the fields that differ between recordings. */
export type ExampleExchange = Pick<ActivityEntry, 'request' | 'response'> & {
  readonly scenario: number;
  /** Relative frequency of the exchange, separately for successful and failed exchanges. */
  readonly weight: number;
};

interface ExampleBody {
  readonly type: string | undefined;
  readonly base64: string;
}

const none: ExampleBody = { type: undefined, base64: '' };

const png: ExampleBody = {
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
};

type Headers = Readonly<Record<string, string>>;
type Sent = readonly [status: number, ms: number, body?: ExampleBody, headers?: Headers];

export const scenarioCount = 3;

const bearer = { authorization: 'Bearer demo-token-that-opens-nothing' };
const shoe = { sku: '4711', name: 'Trail shoe', price: { amount: 8990, currency: 'EUR' } };
const cart = { id: 81, items: [{ sku: '4711', quantity: 2 }] };
const order = { cart: 81, amount: 17_980, currency: 'EUR' };

const catalogue = exchanges(0, 'catalogue.example', 443, { accept: 'application/json' });
const payments = exchanges(1, 'payments.example', 443, { ...bearer, 'idempotency-key': 'demo-81-1' });
const accounts = exchanges(2, 'accounts.example', 8443, { accept: '*/*' });

let made: readonly ExampleExchange[] | undefined;

/**
 * In a path, `#` represents the number of a product, cart or payment. The exchanges are created on first use, because
 * importing the fake server must not fail in jest-environment-jsdom, which has no `TextEncoder`.
 */
export function exampleExchanges(): readonly ExampleExchange[] {
  return (made ??= makeExchanges());
}

const makeExchanges = (): ExampleExchange[] => [
  catalogue(8, 'GET /', none, [200, 18, html('Shop', 'Shoes for every trail.'), { vary: 'accept' }]),
  catalogue(20, 'GET /products?category=shoes&page=2', none, [200, 42, json([shoe]), { etag: '"p2-7f3a"' }]),
  catalogue(30, 'GET /products/#', none, [200, 35, json(shoe), { etag: '"4711-2"' }]),
  catalogue(15, 'GET /products/#', none, [304, 6, none, { etag: '"4711-2"' }], {
    'if-none-match': '"4711-2"',
  }),
  catalogue(10, 'GET /products/#/picture', none, [200, 120, png, { 'cache-control': 'max-age=3600' }]),
  catalogue(3, 'GET /products/#', none, [404, 12, json({ error: 'no such product' })]),
  payments(6, 'POST /carts', json({ items: [] }), [201, 64, json(cart), { location: '/carts/81' }]),
  payments(6, 'PUT /carts/#', json(cart), [200, 51, json({ ...cart, total: order.amount })]),
  payments(8, 'POST /carts/#/items', json(cart.items[0]), [201, 71, json(cart)]),
  payments(3, 'DELETE /carts/#/items/3', none, [204, 23]),
  payments(2, 'POST /payments', json({ cart: 81 }), [400, 15, json({ error: 'amount is missing' })]),
  payments(3, 'POST /payments', json(order), [
    503,
    2003,
    text('Please try again later.'),
    { 'retry-after': '2' },
  ]),
  payments(5, 'POST /payments', json(order), [
    201,
    840,
    json({ id: 'pay_1' }),
    { location: '/payments/pay_1' },
  ]),
  payments(5, 'GET /payments/pay_#?expand=refunds', none, [200, 77, json({ id: 'pay_1', refunds: [] })]),
  payments(1, 'GET /payments/report', none, [500, 5210, html('Error', 'Something went wrong.')]),
  accounts(1, 'GET /me', none, [401, 9, none, { 'www-authenticate': 'Bearer realm="accounts"' }]),
  accounts(4, 'POST /oauth/token', form({ grant_type: 'client_credentials', scope: 'profile orders' }), [
    200,
    133,
    json({ access_token: 'demo-token-that-opens-nothing', token_type: 'Bearer', expires_in: 3600 }),
    { 'cache-control': 'no-store' },
  ]),
  accounts(8, 'GET /me', none, [200, 28, json({ name: 'Zoë Müller', likes: '🥾' })], bearer),
  accounts(1, 'PUT /me/picture', png, [204, 190], bearer),
  accounts(
    1,
    'GET /orders?from=2025-12-01&format=csv',
    none,
    [200, 2310, text('id,total\n81,179.80\n')],
    bearer,
  ),
  accounts(4, 'GET /search?q=m%C3%BCtze', none, [200, 380, json([{ ...shoe, name: 'Mütze' }])], bearer),
  accounts(6, 'GET /health', none, [200, 2, text('ok')]),
];

function exchanges(scenario: number, hostname: string, port: number, common: Headers) {
  return (
    weight: number,
    line: string,
    body: ExampleBody,
    [statusCode, responseTimeMs, answer = none, more]: Sent,
    own?: Headers,
  ): ExampleExchange => {
    const [method = '', path = ''] = line.split(' ');
    const host = port === 443 ? hostname : `${hostname}:${port}`;
    const sent = { host, 'user-agent': 'demo-client/1.4', ...common, ...own };
    return {
      scenario,
      weight,
      request: { hostname, port, path, method, ...message(body, sent) },
      response: { statusCode, ...message(answer, { server: 'demo', ...more }), responseTimeMs },
    };
  };
}

function message(
  body: ExampleBody,
  headers: Headers,
): { headers: Record<string, string>; bodyBase64Encoded: string } {
  const entity =
    body.type === undefined ? {} : { 'content-type': body.type, 'content-length': String(lengthOf(body)) };
  return { headers: { ...headers, ...entity }, bodyBase64Encoded: body.base64 };
}

function json(value: unknown): ExampleBody {
  return text(JSON.stringify(value), 'application/json');
}

function text(content: string, type = 'text/plain; charset=utf-8'): ExampleBody {
  return { type, base64: encodeBase64(new TextEncoder().encode(content)) };
}

function html(title: string, content: string): ExampleBody {
  const page = `<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n<p>${content}</p>\n`;
  return text(page, 'text/html; charset=utf-8');
}

function form(fields: Readonly<Record<string, string>>): ExampleBody {
  return text(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');
}

function lengthOf({ base64 }: ExampleBody): number {
  return (base64.length / 4) * 3 - (base64.length - base64.replace(/=+$/, '').length);
}
