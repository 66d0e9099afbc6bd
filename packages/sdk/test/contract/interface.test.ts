import { readFileSync } from 'node:fs';
import { type Endpoint, endpoints, expandPath, openPoints, operationIds } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

/** The interface document, which contains the expected values of these tests. */
const document = readFileSync(new URL('../../../../docs/interface.md', import.meta.url), 'utf8');

const rows = document
  .split('\n')
  .map((line) => /^\| (\d+) \| (\w+) \| (\S+) \| (.+) \| (\d{3})(?:; `(.+?)`.*)? \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, row, method, path, body, status, result]) => ({
    row: Number(row),
    method,
    path,
    body,
    status: Number(status),
    result,
  }));

const hasEnvelope = (schema: unknown) => schema instanceof z.ZodMiniObject && 'data' in schema.shape;

describe('the endpoint table', () => {
  test.each(rows)(
    'the endpoint definition matches row $row of docs/interface.md: $method $path',
    ({ row, method, path, body, status, result }) => {
      const table: Endpoint[] = Object.values(endpoints);
      const endpoint = table[row - 1];
      expect(endpoint).toMatchObject({ method, path, status });
      expect(endpoint?.body === undefined).toBe(body === 'none');
      expect(hasEnvelope(endpoint?.body)).toBe(body?.startsWith('`{data:'));
      expect(endpoint?.result === undefined).toBe(result === undefined);
      expect(hasEnvelope(endpoint?.result)).toBe(result?.startsWith('{data:') ?? false);
    },
  );

  test('the contract defines one operation for each row of the endpoint table', () => {
    expect(Object.keys(endpoints)).toEqual(operationIds);
    expect(rows.map(({ row }) => row)).toEqual(operationIds.map((_, index) => index + 1));
  });
});

describe('the register of open points', () => {
  /** Number of sentences in each section of the interface that say that a fact is not specified. */
  const unsaid = new Map<string, number>();
  let section = '';
  for (const line of document.split('\n')) {
    section = /^## (\d+)\./.exec(line)?.[1] ?? section;
    const count = line.match(/not (?:shown|described)/g)?.length ?? 0;
    if (count > 0) unsaid.set(section, (unsaid.get(section) ?? 0) + count);
  }

  test('each section of docs/interface.md leaves at least one question open', () => {
    expect([...unsaid.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test.each([...unsaid])(
    'section %s has at least as many open points as open questions (%i)',
    (section, count) => {
      const entries = openPoints.filter((point) => point.section.split('.')[0] === section);
      expect(entries.length).toBeGreaterThanOrEqual(count);
    },
  );

  test('every open point has a unique id, a question and a statement about the SDK', () => {
    expect(new Set(openPoints.map(({ id }) => id)).size).toBe(openPoints.length);
    for (const { id, question, sdk } of openPoints) {
      expect(id).toMatch(/^[a-z][a-z0-9-]+$/);
      expect(question).toMatch(/\?$/);
      expect(sdk).toMatch(/\.$/);
    }
  });

  test('the list of open points does not mention the fake server', () => {
    expect(JSON.stringify(openPoints)).not.toMatch(/fake|grease|seed/i);
  });
});

test.each(['', '.', '..'])(
  'expandPath throws for the value %j, which would change the path structure',
  (value) => {
    expect(() => expandPath('getMockService', { mockServiceId: value })).toThrow(TypeError);
  },
);

test('expandPath throws if the value of a path parameter is missing', () => {
  expect(() => expandPath('listActivity', {})).toThrow(/workspaceId/);
});

test('expandPath preserves the path segments for any parameter value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (workspaceId) => {
      fc.pre(!/^\.{0,2}$/.test(workspaceId));
      const url = new URL(`https://x.test${expandPath('listActivity', { workspaceId })}`);
      expect([url.host, url.search, url.hash]).toEqual(['x.test', '', '']);
      const [, area, segment = '', log, ...rest] = url.pathname.split('/');
      expect([area, decodeURIComponent(segment), log, rest]).toEqual([
        'workspace',
        workspaceId,
        'activity',
        [],
      ]);
    }),
  );
});
