import { explainNoMatch } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anExchange, idOf, jsonBody } from '../support/activity-entries.ts';

test('explainNoMatch lists the three closest log entries and the fields that differ', () => {
  const entries = [
    anExchange({ id: idOf(1), request: { method: 'DELETE', path: '/carts/1' } }),
    anExchange({
      id: idOf(2),
      request: { path: '/orders', bodyBase64Encoded: jsonBody({ lines: [{ sku: 'B' }] }) },
    }),
    anExchange({ id: idOf(3), request: { method: 'POST', path: '/carts' } }),
    anExchange({
      id: idOf(4),
      request: { method: 'POST', path: '/orders', bodyBase64Encoded: jsonBody({ lines: [{ sku: 'B' }] }) },
    }),
  ];
  const body = { lines: [{ sku: 'A' }] };
  const explanation = explainNoMatch(entries, { method: 'POST', path: '/orders', status: '2xx', body });
  expect(explanation).toBe(
    [
      'No entry matches (4 entries were recorded). The closest entries:',
      `1. POST orders.example.com:443/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (${idOf(4)})`,
      '   request body: the value differs at lines[0].sku',
      `2. GET orders.example.com:443/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (${idOf(2)})`,
      '   method: expected POST, recorded GET',
      '   request body: the value differs at lines[0].sku',
      `3. POST orders.example.com:443/carts → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (${idOf(3)})`,
      '   path: expected /orders, recorded /carts',
      '   request body: the recorded body is not JSON or cannot be read',
    ].join('\n'),
  );
});

test('explainNoMatch reports that the activity log is empty', () => {
  expect(explainNoMatch([], {})).toBe('No entry matches, because the activity log is empty.');
});

test('explainNoMatch reports how many log entries match the matcher', () => {
  expect(explainNoMatch([anExchange(), anExchange()], { status: 200 })).toBe(
    '2 of 2 recorded entries match.',
  );
});

test('explainNoMatch does not show credentials or bodies', () => {
  const entry = anExchange({
    request: {
      path: '/orders?access_token=canary-1&page=2',
      headers: {
        Authorization: 'Bearer canary-2',
        Referer: 'https://x.test/?api_key=canary-3',
        'x-trace': '7',
      },
      bodyBase64Encoded: jsonBody({ password: 'canary-4' }),
    },
    response: { headers: { 'set-cookie': 'sid=canary-5' } },
  });
  const explanation = explainNoMatch([entry], {
    path: '/orders?access_token=canary-6',
    header: { authorization: 'canary-7', referer: 'https://x.test/?api_key=canary-8', 'x-trace': '8' },
    responseHeader: { 'set-cookie': /canary-9/ },
    body: { password: 'canary-10' },
  });
  expect(explanation).not.toContain('canary');
  expect(explanation).toContain(
    'path: expected /orders?access_token=REDACTED, recorded /orders?access_token=REDACTED&page=2',
  );
  expect(explanation).toContain('request header authorization: another value, not shown');
  expect(explanation).toContain('request header x-trace: expected 8, recorded 7');
  expect(explanation).toContain('request body: the value differs at password');
});

test('explainNoMatch output has no control characters and no line over 2,500 characters', () => {
  const text = fc.string({ unit: 'binary', maxLength: 2000 });
  fc.assert(
    fc.property(text, text, text, (path, method, value) => {
      const entry = anExchange({ request: { path, method: `x${method}`, headers: { trace: `x${value}` } } });
      const lines = explainNoMatch([entry], { path: '/nowhere', method: 'GET', header: { trace: '' } }).split(
        '\n',
      );
      expect(lines).toHaveLength(5);
      expect(lines.filter((line) => /[\p{Cc}\u{202e}]/u.test(line))).toEqual([]);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2500);
    }),
  );
});

test('explainNoMatch reports missing and unexpected headers', () => {
  const entry = anExchange({ request: { headers: { 'x-debug': '1' } } });
  const explanation = explainNoMatch([entry], {
    header: { 'x-debug': false, 'x-trace': true, accept: 'text/html' },
  });
  expect(explanation).toContain('request header x-debug: expected none, recorded one');
  expect(explanation).toContain('request header x-trace: expected, recorded none');
  expect(explanation).toContain('request header accept: expected text/html, recorded none');
});

test('explainNoMatch reports that an expected Authorization header was not recorded', () => {
  const explanation = explainNoMatch([anExchange()], { header: { authorization: 'Bearer a' } });
  expect(explanation).toContain('request header authorization: expected, recorded none');
});

test('explainNoMatch names no JSON path if the whole body differs', () => {
  const entry = anExchange({ response: { bodyBase64Encoded: jsonBody(5) } });
  expect(explainNoMatch([entry], { responseBody: 6 })).toMatch(/^ {3}response body: the value differs$/m);
  expect(explainNoMatch([entry], { responseBody: [5] })).toMatch(/^ {3}response body: the value differs$/m);
});

test.each([
  [{ since: '2026-03-01T11:00:00Z' }, 'since: expected no earlier than 2026-03-01T11:00:00.000Z'],
  [{ until: '2026-03-01T09:00:00Z' }, 'until: expected no later than 2026-03-01T09:00:00.000Z'],
  [{ slowerThan: 12 }, 'slowerThan: expected more than 12 ms'],
])('explainNoMatch states the expected limit for the matcher %j', (matcher, line) => {
  expect(explainNoMatch([anExchange()], matcher)).toContain(line);
});
