import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bodyOf, fromHar, toHar } from '@mock-services/sdk/activity';
import { activityEntry, check } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { harProblems } from '../support/activity-har.ts';

const folder = fileURLToPath(new URL('../../../../../shared/har/', import.meta.url));
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.har')) : [];

test.skipIf(!existsSync(folder))(
  'the folder ../shared/har outside the repository contains at least seven HAR files',
  () => {
    expect(files.length).toBeGreaterThanOrEqual(7);
  },
);

interface Sample {
  readonly log: { readonly entries: readonly SampleEntry[] };
}

interface SampleEntry {
  readonly startedDateTime: string;
  readonly time: number | null;
  readonly timings: Readonly<Record<string, number>>;
  readonly request: { readonly method: string; readonly url: string; readonly headers: readonly Pair[] };
  readonly response: {
    readonly status: number;
    readonly headers: readonly Pair[];
    readonly content: { readonly text?: string; readonly encoding?: string };
  };
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Groups header values by name. Header names are case-insensitive, so the names become lower case. */
function valuesByName(pairs: readonly Pair[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value } of pairs) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
}

/** Joins the values of each header in the same way as an activity entry does. */
function joined(values: Map<string, string[]>): Record<string, string> {
  return Object.fromEntries(
    Array.from(values, ([name, all]) => [name, all.join(name === 'set-cookie' ? '\n' : ', ')]),
  );
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

describe.each(files)('%s', (file) => {
  const text = readFileSync(folder + file, 'utf8');
  const { log } = JSON.parse(text.replace(/^\u{feff}/u, '')) as Sample;
  const entries = fromHar(text);

  test('fromHar reads a sample HAR file without loss of data', () => {
    expect(entries).toHaveLength(log.entries.length);
    for (const [index, { request, response, startedDateTime, time, timings }] of log.entries.entries()) {
      const entry = entries[index];
      const url = new URL(request.url);
      const waited = time ?? Object.values(timings).reduce((sum, part) => sum + Math.max(0, part), 0);
      expect(entry).toMatchObject({
        request: { method: request.method, hostname: url.hostname, path: url.pathname + url.search },
        response: { statusCode: response.status, responseTimeMs: Math.round(waited) },
        metadata: { '@mock-services/sdk': { scheme: url.protocol.slice(0, -1) } },
      });
      expect(Date.parse(entry?.timestamp ?? '')).toBe(Date.parse(startedDateTime));
      expect(lowerCased(entry?.request.headers ?? {})).toEqual(joined(valuesByName(request.headers)));
      expect(lowerCased(entry?.response.headers ?? {})).toEqual(joined(valuesByName(response.headers)));
      const { content } = response;
      const bytes = Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8');
      expect(Buffer.from(entry ? bodyOf(entry.response, entry).bytes() : []).equals(bytes)).toBe(true);
    }
  });

  test('fromHar returns the same valid entries each time it reads a sample HAR file', () => {
    expect(entries.flatMap((entry) => check(activityEntry, entry))).toEqual([]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(fromHar(text)).toEqual(entries);
  });

  test('toHar writes the entries of a sample HAR file as a valid HAR file', () => {
    const har: unknown = JSON.parse(JSON.stringify(toHar(entries, { includeCredentials: true })));
    expect(harProblems(har)).toEqual([]);
    expect(fromHar(har)).toEqual(entries);
  });

  test('decodedBytes() does not decompress the bodies of a sample HAR file a second time', async () => {
    for (const entry of entries) {
      const body = bodyOf(entry.response, entry);
      await expect(body.decodedBytes()).resolves.toEqual(body.bytes());
    }
  });
});
