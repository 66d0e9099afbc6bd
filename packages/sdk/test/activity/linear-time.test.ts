import {
  bodyOf,
  explainNoMatch,
  findActivity,
  fromHar,
  isBodyError,
  isHarError,
  redact,
  summarize,
  toCurl,
  toHar,
} from '@mock-services/sdk/activity';
import type { ActivityEntry, ActivityMatcher } from '@mock-services/sdk/activity';
import { expect, test } from 'vitest';
import { anExchange, base64 } from '../support/activity-entries.ts';
import { outcomeOf } from '../support/failures.ts';

// If a function took quadratic time, its test would exceed the time limit.
const length = 100_000;
const repeated = [' ', ';', '&', '?', '=', '/', '@', '%', '"', '0', 'x'];
const begun = ['', ';', '//', '?a'];
const multipart = 'multipart/form-data; boundary=x';
const texts = repeated.flatMap((part) => begun.map((begin) => begin + part.repeat(length)));

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const fields: readonly [string, (text: string) => ActivityEntry][] = [
  ['a path', (path) => anExchange({ request: { path } })],
  ['a host', (hostname) => anExchange({ request: { hostname } })],
  ['a method', (method) => anExchange({ request: { method } })],
  ['a header', (value) => anExchange({ request: { headers: { location: value, 'content-type': value } } })],
  ['the name of a header', (name) => anExchange({ request: { headers: { [name]: 'x' } } })],
  ['a form', (text) => anExchange({ request: { headers: form, bodyBase64Encoded: base64(text) } })],
  [
    'a multipart form',
    (text) =>
      anExchange({
        request: { headers: { 'content-type': multipart }, bodyBase64Encoded: base64(`--x${text}`) },
      }),
  ],
  [
    'plain text',
    (text) =>
      anExchange({ request: { headers: { 'content-type': 'text/plain' }, bodyBase64Encoded: base64(text) } }),
  ],
  ['Base64', (text) => anExchange({ response: { bodyBase64Encoded: text } })],
  ['metadata', (text) => anExchange({ metadata: { '@mock-services/sdk': { scheme: text }, [text]: text } })],
];

const globs: readonly ActivityMatcher[] = [
  { path: '/*x*x*y' },
  { path: '**x**x**y' },
  { path: '/**/:id/**/y' },
  { host: '*x*x*y' },
];
/** Calls to every function that reads an entry. */
const uses: readonly ((entry: ActivityEntry) => unknown)[] = [
  (entry) => redact([entry], { bodyFields: ['x'], query: ['x'] }),
  (entry) => summarize([entry]),
  (entry) => explainNoMatch([entry], { path: '/y', host: 'y', method: 'y', header: { location: 'y' } }),
  (entry) => globs.map((glob) => findActivity([entry], glob)),
  (entry) => bodyOf(entry.request, entry).text(),
  (entry) => toCurl(entry),
  (entry) => toCurl(entry, { shell: 'powershell', includeCredentials: true }),
  (entry) => fromHar(toHar([entry])),
];

test.each(fields)('all functions for activity logs take linear time in the length of %s', (_, make) => {
  const outcomes = texts.map(make).flatMap((entry) => uses.map((use) => outcomeOf(() => use(entry))));
  // Invalid Base64 and invalid URLs cause expected errors.
  const errors = outcomes.filter((outcome) => outcome instanceof Error);
  expect(errors.filter((error) => !isBodyError(error) && !isHarError(error))).toEqual([]);
});

test('redact replaces a token at the end of a path of 2 MB', () => {
  const path = `/a;${' '.repeat(2_000_000)}token=canary`;
  const [entry] = redact([anExchange({ request: { path } })]);
  expect(entry?.request.path).toBe(path.replace('canary', 'REDACTED'));
});

test('redact takes linear time for long repetitions of tokens, quotes and brackets', () => {
  const parts = [
    'a=',
    'token=',
    '&token=',
    '%3D',
    '%25',
    'a=%3D',
    'eyJ-',
    'eyJaaaaaaaaa.',
    'Bearer ',
    '//a@',
    '{"a":',
    '["',
    '={',
    '={;',
    '?=%7B&',
    '%E9',
    '?+',
    '?<',
    "token='",
    "'token='x",
    '"token":',
    '"token":"',
    '"a":"',
    '\\"token\\":\\"',
    '{"token":{',
    "'token':'",
    '"\\',
    '\\\\a',
    '\\',
    '/\\',
    'https:',
    'https:a:b',
    'Bearer="',
    'token: \n',
    'a:\n',
  ];
  const outcomes = parts.flatMap((part) => {
    const text = part.repeat(length / part.length);
    const entry = anExchange({
      request: { path: text, headers: { [text]: text, x: text } },
      metadata: { [text]: text },
    });
    return redact([entry]).map(({ id }) => id);
  });
  expect(outcomes).toHaveLength(parts.length);
});
