import { bodyOf, explainNoMatch, redact, toCurl, toHar } from '@mock-services/sdk/activity';
import { describe, expect, test } from 'vitest';
import { anExchange, base64, jsonBody } from '../support/activity-entries.ts';
import {
  openNames,
  openValues,
  secretNames,
  secretPaths,
  secretValues,
} from '../support/redaction-corpus.ts';

const only = (changes: Parameters<typeof anExchange>[0], rules?: Parameters<typeof redact>[1]) => {
  const entry = anExchange(changes);
  return redact([entry], rules)[0] ?? entry;
};
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('the corpus has more than 300 names and values', () => {
  const all = [secretNames, openNames, secretValues, secretPaths, openValues].flat();
  expect(all.length).toBeGreaterThan(300);
  expect(new Set(secretNames).size).toBe(secretNames.length);
  expect(new Set(openNames).size).toBe(openNames.length);
});

/** How a value is shown under a name: as a header, a parameter, and a field of metadata, JSON and forms. */
const shownUnder = (name: string) => {
  const parameter = name.replaceAll(/[^\w.~%[\]-]/g, encodeURIComponent);
  const entry = only(
    {
      request: {
        path: `/a?${parameter}=VALUE`,
        headers: { ...json, [name]: 'VALUE' },
        bodyBase64Encoded: jsonBody({ [name]: 'VALUE' }),
      },
      response: { headers: form, bodyBase64Encoded: base64(`${parameter}=VALUE`) },
      metadata: { [name]: 'VALUE' },
    },
    { bodyFields: [] },
  );
  return {
    header: entry.request.headers[name],
    parameter: entry.request.path.split('=')[1],
    metadata: entry.metadata[name],
    json: (bodyOf(entry.request).json() as Record<string, unknown>)[name],
    form: bodyOf(entry.response).text().split('=')[1],
  };
};
const everywhere = (value: string) => ({
  header: value,
  parameter: value,
  metadata: value,
  json: value,
  form: value,
});

test.each(secretNames)('%s holds a credential', (name) => {
  expect(shownUnder(name)).toEqual(everywhere('REDACTED'));
});

test.each(openNames.filter((name) => !['Content-Type'].includes(name)))('%s stays readable', (name) => {
  expect(shownUnder(name)).toEqual(everywhere('VALUE'));
});

describe('a value is redacted by its structure', () => {
  test.each(secretValues)('in a header: %s', (text, expected) => {
    expect(only({ request: { headers: { 'x-info': text } } }).request.headers['x-info']).toBe(expected);
    expect(only({ metadata: { info: [text] } }).metadata['info']).toEqual([expected]);
  });

  test.each(secretPaths)('in a path: %s', (path, expected) => {
    expect(only({ request: { path } }).request.path).toBe(expected);
  });

  test.each(openValues)('and stays otherwise: %s', (text) => {
    const { request, metadata } = only({
      request: { path: text, headers: { 'x-info': text } },
      metadata: { text },
    });
    expect([request.path, request.headers['x-info'], metadata['text']]).toEqual([text, text, text]);
  });

  test('and redacted again it is the same', () => {
    for (const [, path] of secretPaths) expect(only({ request: { path } }).request.path).toBe(path);
    for (const [, text] of secretValues) {
      expect(only({ request: { headers: { 'x-info': text } } }).request.headers['x-info']).toBe(text);
    }
  });
});

test('HAR, curl command and explanation show none of the credentials', () => {
  const paths = secretPaths.map(([path]) => path);
  const headers = Object.fromEntries([
    ...secretNames.map((name) => [name, 'SECRET']),
    ...secretValues.map(([text], index) => [`x-info-${index}`, text]),
  ]) as Record<string, string>;
  const names = Object.fromEntries(Object.keys(headers).map((name) => [name, 'other']));
  for (const path of paths) {
    const entry = anExchange({ request: { path, headers }, metadata: headers });
    const shown = [
      JSON.stringify(toHar([entry])),
      toCurl(entry),
      toCurl(entry, { shell: 'powershell' }),
      explainNoMatch([entry], { path: '/other', header: names }),
    ];
    for (const text of shown) expect(text).not.toMatch(/SECRET|U0VDUkVU|TRUNSRVQ|NFQ1JFVC/);
  }
});
