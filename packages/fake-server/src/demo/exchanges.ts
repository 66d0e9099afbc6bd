import type { ActivityEntry } from '@mock-services/sdk/contract';
import { encodeBase64 } from '@mock-services/sdk/activity';

/** An exchange without the fields that differ between recordings. */
export type DemoExchange = Pick<ActivityEntry, 'request' | 'response'> & { readonly scenario: number };

interface DemoBody {
  readonly type: string | undefined;
  readonly base64: string;
}

const none: DemoBody = { type: undefined, base64: '' };

const png: DemoBody = {
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
};

type Headers = Readonly<Record<string, string>>;
type Sent = readonly [status: number, ms: number, body?: DemoBody, headers?: Headers];

export const scenarioCount = 3;

const bearer = { authorization: 'Bearer demo-token-that-opens-nothing' };
const shoe = { sku: '4711', name: 'Trail shoe', price: { amount: 8990, currency: 'EUR' } };
const cart = { id: 81, items: [{ sku: '4711', quantity: 2 }] };
const order = { cart: 81, amount: 17_980, currency: 'EUR' };

const catalogue = exchanges(0, 'catalogue.example', 443, { accept: 'application/json' });
const payments = exchanges(1, 'payments.example', 443, { ...bearer, 'idempotency-key': 'demo-81-1' });
const accounts = exchanges(2, 'accounts.example', 8443, { accept: '*/*' });

export const demoExchanges: readonly DemoExchange[] = [
  catalogue('GET /', none, [200, 18, html('Shop', 'Shoes for every trail.'), { vary: 'accept' }]),
  catalogue('GET /products?category=shoes&page=2', none, [200, 42, json([shoe]), { etag: '"p2-7f3a"' }]),
  catalogue('GET /products/4711', none, [200, 35, json(shoe), { etag: '"4711-2"' }]),
  catalogue('GET /products/4711', none, [304, 6, none, { etag: '"4711-2"' }], {
    'if-none-match': '"4711-2"',
  }),
  catalogue('GET /products/4711/picture', none, [200, 120, png, { 'cache-control': 'max-age=3600' }]),
  catalogue('GET /products/9999', none, [404, 12, json({ error: 'no such product' })]),
  payments('POST /carts', json({ items: [] }), [201, 64, json(cart), { location: '/carts/81' }]),
  payments('PUT /carts/81', json(cart), [200, 51, json({ ...cart, total: order.amount })]),
  payments('DELETE /carts/81/items/3', none, [204, 23]),
  payments('POST /payments', json({ cart: 81 }), [400, 15, json({ error: 'amount is missing' })]),
  payments('POST /payments', json(order), [
    503,
    2003,
    text('Please try again later.'),
    { 'retry-after': '2' },
  ]),
  payments('POST /payments', json(order), [201, 840, json({ id: 'pay_1' }), { location: '/payments/pay_1' }]),
  payments('GET /payments/pay_1?expand=refunds', none, [200, 77, json({ id: 'pay_1', refunds: [] })]),
  payments('GET /payments/report', none, [500, 5210, html('Error', 'Something went wrong.')]),
  accounts('GET /me', none, [401, 9, none, { 'www-authenticate': 'Bearer realm="accounts"' }]),
  accounts('POST /oauth/token', form({ grant_type: 'client_credentials', scope: 'profile orders' }), [
    200,
    133,
    json({ access_token: 'demo-token-that-opens-nothing', token_type: 'Bearer', expires_in: 3600 }),
    { 'cache-control': 'no-store' },
  ]),
  accounts('GET /me', none, [200, 28, json({ name: 'Zoë Müller', likes: '🥾' })], bearer),
  accounts('PUT /me/picture', png, [204, 190], bearer),
  accounts('GET /orders?from=2025-12-01&format=csv', none, [200, 310, text('id,total\n81,179.80\n')], bearer),
  accounts('GET /health', none, [200, 2, text('ok')]),
];

function exchanges(scenario: number, hostname: string, port: number, common: Headers) {
  return (
    line: string,
    body: DemoBody,
    [statusCode, ms, answer = none, more]: Sent,
    own?: Headers,
  ): DemoExchange => {
    const [method = '', path = ''] = line.split(' ');
    const host = port === 443 ? hostname : `${hostname}:${port}`;
    const sent = { host, 'user-agent': 'demo-client/1.4', ...common, ...own };
    return {
      scenario,
      request: { hostname, port, path, method, ...message(body, sent) },
      response: { statusCode, ...message(answer, { server: 'demo', ...more }), responseTimeMs: ms },
    };
  };
}

function message(
  body: DemoBody,
  headers: Headers,
): { headers: Record<string, string>; bodyBase64Encoded: string } {
  const entity =
    body.type === undefined ? {} : { 'content-type': body.type, 'content-length': String(lengthOf(body)) };
  return { headers: { ...headers, ...entity }, bodyBase64Encoded: body.base64 };
}

function json(value: unknown): DemoBody {
  return text(JSON.stringify(value), 'application/json');
}

function text(content: string, type = 'text/plain; charset=utf-8'): DemoBody {
  return { type, base64: encodeBase64(new TextEncoder().encode(content)) };
}

function html(title: string, content: string): DemoBody {
  const page = `<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n<p>${content}</p>\n`;
  return text(page, 'text/html; charset=utf-8');
}

function form(fields: Readonly<Record<string, string>>): DemoBody {
  return text(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');
}

function lengthOf({ base64 }: DemoBody): number {
  return (base64.length / 4) * 3 - (base64.length - base64.replace(/=+$/, '').length);
}
