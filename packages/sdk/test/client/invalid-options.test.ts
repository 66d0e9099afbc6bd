import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';

const baseUrl = 'https://mocks.example.com/api';

describe('an invalid option says what a valid one is', () => {
  const delay = 'milliseconds from 0 to 2147483647';
  test.each<[string, unknown, string]>([
    ['timeout', 2_147_483_648, `${delay}, or false`],
    ['timeout', -0.1, `${delay}, or false`],
    ['timeout', true, `${delay}, or false`],
    ['totalTimeout', '1', `${delay}, or false`],
    ['maxRetries', 1.5, 'a whole number, 0 or more'],
    ['maxRetries', -1, 'a whole number, 0 or more'],
    ['maxRetryAfter', false, delay],
    ['maxResponseBytes', -1, 'a number of bytes, 0 or more, or false'],
    ['maxResponseBytes', '1', 'a number of bytes, 0 or more, or false'],
    ['signal', {}, 'an AbortSignal'],
    ['fetch', 'x', 'a function'],
    ['onRequest', {}, 'a function'],
    ['onResponse', 7, 'a function'],
    ['onRetry', true, 'a function'],
    ['onWarning', 'x', 'a function'],
    ['validation', 'loose', 'strict, warn or off'],
  ])('%s: %j', (option, value, expected) => {
    expect(() => createClient({ baseUrl, [option]: value })).toThrow(
      new TypeError(`createClient: ${option} must be ${expected}.`),
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
