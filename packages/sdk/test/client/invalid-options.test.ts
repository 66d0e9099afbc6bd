import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';

const baseUrl = 'https://mocks.example.com/api';

describe('an invalid option says what a valid one is', () => {
  const delay = 'milliseconds from 0 to 2147483647';
  test.each<[string, unknown, string, string]>([
    ['timeout', 2_147_483_648, `${delay}, or false`, '"2147483648"'],
    ['timeout', -0.1, `${delay}, or false`, '"-0.1"'],
    ['timeout', true, `${delay}, or false`, '"true"'],
    ['timeout', {}, `${delay}, or false`, '"[object Object]"'],
    ['totalTimeout', '5s', `${delay}, or false`, '"5s"'],
    ['totalTimeout', Infinity, `${delay}, or false`, '"Infinity"'],
    ['maxRetries', 1.5, 'a whole number, 0 or more', '"1.5"'],
    ['maxRetries', -1, 'a whole number, 0 or more', '"-1"'],
    ['maxRetryAfter', false, delay, '"false"'],
    ['maxResponseBytes', -1, 'a number of bytes, 0 or more, or false', '"-1"'],
    ['maxResponseBytes', '1', 'a number of bytes, 0 or more, or false', '"1"'],
    ['validation', 'loose', 'strict, warn or off', '"loose"'],
  ])('%s: %j', (option, value, expected, shown) => {
    expect(() => createClient({ baseUrl, [option]: value })).toThrow(
      new TypeError(`createClient: ${option} must be ${expected}; got ${shown}.`),
    );
  });

  test.each<[string, unknown, string]>([
    ['idempotencyKey', {}, 'a function'],
    ['fetch', 'x', 'a function'],
    ['onRequest', {}, 'a function'],
    ['onResponse', 7, 'a function'],
    ['onRetry', true, 'a function'],
    ['onWarning', 'x', 'a function'],
  ])('%s: %o', (option, value, expected) => {
    expect(() => createClient({ baseUrl, [option]: value })).toThrow(
      `createClient: ${option} must be ${expected}; got "`,
    );
  });

  test.each([
    [7, 'number'],
    [{ value: 'canary' }, 'object'],
  ])('token: %o, by its type', (token, type) => {
    expect(() => createClient({ baseUrl, token: token as never })).toThrow(
      new TypeError(`createClient: token must be a string or a function; got ${type}.`),
    );
  });

  test.each([
    { timeout: 0 },
    { timeout: 2_147_483_647 },
    { timeout: false as const },
    { totalTimeout: false as const },
    { maxRetries: 0 },
    { maxRetryAfter: 0 },
    { maxResponseBytes: 0 },
    { maxResponseBytes: 2 ** 40 },
    { maxResponseBytes: false as const },
    { validation: 'strict' as const },
    { validation: 'warn' as const },
    { validation: 'off' as const },
  ])('%j is valid', (option) => {
    expect(createClient({ baseUrl, ...option })).toHaveProperty('workspaces');
  });

  test.each([
    ['mocks.example.com', '"mocks.example.com"'],
    ['https://user@mocks.example.com', '"…"'],
    ['https://:password@mocks.example.com', '"…"'],
    ['ftp://mocks.example.com', '"ftp://mocks.example.com"'],
    ['xhttps://mocks.example.com', '"xhttps://mocks.example.com"'],
    ['httpsx://mocks.example.com', '"httpsx://mocks.example.com"'],
    ['/api?key=k#part', '"…"'],
    ['secret\n@x y', '"…"'],
  ])('baseUrl: %j', (given, shown) => {
    expect(() => createClient({ baseUrl: given })).toThrow(
      new TypeError(
        `createClient: baseUrl must be an absolute http or https URL without user name and password; got ${shown}.`,
      ),
    );
  });
});
