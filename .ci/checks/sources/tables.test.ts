/** Compares the tables of the docs with the sources and the client's behavior. */
import { globSync, readFileSync } from 'node:fs';
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient, isMockServicesError } from '@mock-services/sdk';
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import type { Table, TableCell } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { pagePaths, parsePage } from '../../../tools/lib/markdown.ts';
import { at, root } from '../../../tools/lib/paths.ts';

/** `cells` and `codes` have the headings of the columns as keys. */
interface Row {
  readonly place: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, readonly string[]>>;
}

function codesIn(cell: TableCell): string[] {
  const codes: string[] = [];
  visit(cell, 'inlineCode', ({ value }) => void codes.push(value));
  return codes;
}

function rowsOf(path: string): Row[] {
  const rows: Row[] = [];
  visit(parsePage(path), 'table', (table: Table) => {
    const [head, ...others] = table.children;
    const headings = head?.children.map((cell) => toString(cell)) ?? [];
    for (const { children, position } of others) {
      const columns = children.map((cell, i) => [headings[i] ?? '', cell] as const);
      rows.push({
        place: `${path}:${position?.start.line ?? 0}`,
        cells: Object.fromEntries(columns.map(([name, cell]) => [name, toString(cell)])),
        codes: Object.fromEntries(columns.map(([name, cell]) => [name, codesIn(cell)])),
      });
    }
  });
  return rows;
}

const pages = pagePaths().filter((path) => !path.includes('decisions/'));
const rows = pages.flatMap(rowsOf);

const read = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .map((path) => readFileSync(at(path), 'utf8'))
    .join('\n');

const units: Readonly<Record<string, number>> = {
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  KiB: 1024,
  MiB: 1024 ** 2,
};

/** Numbers with a unit, such as `8 MiB`, are converted to milliseconds or bytes. */
function numbersIn(text: string): number[] {
  const matches = text
    .replaceAll(/\d{4}-\d\d-\d\d\S*/g, '')
    .matchAll(/(\d[\d,_]*(?:\.\d+)?)\s?([a-z]+\b)?/gi);
  return Array.from(
    matches,
    ([, digits = '', unit = '']) => Number(digits.replaceAll(/[,_]/g, '')) * (units[unit] ?? 1),
  );
}

describe('option tables of the docs', () => {
  const api = read('packages/*/api/*.md') + read('packages/*/test/**/{help,serve}.txt');
  // `journal: { maxEntries, maxBytes }` documents three options.
  const options = rows
    .map((row) => ({
      ...row,
      names: (row.codes['option'] ?? []).flatMap((code) => code.match(/^[\w-]+|\w+(?=,| })/g) ?? []),
    }))
    .filter(({ names }) => names.length > 0);

  test.each(options)('the options in $place exist: $names', ({ names }) => {
    expect(names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(api))).toEqual([]);
  });

  const sources = read('packages/*/src/**/*.ts');
  const documented = Array.from(
    sources.matchAll(/@default ([^\n]*?)(?: \*\/)?\n(?:\s*\*[^\n]*\n)*\s*(?:readonly )?(\w+)\??:/g),
    ([, text = '', name = '']) => ({ name, numbers: numbersIn(text) }),
  );
  // Ignore the text after a semicolon, which describes an exception.
  const defaults = options.map((row) => ({
    ...row,
    numbers: numbersIn(row.cells['default']?.split(';')[0] ?? ''),
  }));
  const withDefaults = defaults.filter(({ numbers }) => numbers.length > 0);

  test.each(withDefaults)(
    'the defaults in $place are those of the doc comments: $names',
    ({ names, numbers }) => {
      const known = new Set(
        documented.filter(({ name }) => names.includes(name)).flatMap((option) => option.numbers),
      );
      expect(numbers.filter((number) => !known.has(number))).toEqual([]);
    },
  );
});

/** Statuses with which the server rejects a request that exceeds a limit. */
const statuses: Readonly<Record<string, number>> = {
  maxBodyBytes: 413,
  maxHeaderBytes: 431,
  headersTimeout: 408,
  requestTimeout: 408,
  maxWorldBytes: 507,
  max: 503,
};

const limits = rows.flatMap(({ place, codes, cells }) => {
  const [option = ''] = codes['option'] ?? [];
  const [status] = /\b[45]\d\d\b/.exec(cells['when it is exceeded'] ?? '') ?? [];
  return status !== undefined && option in statuses ? [{ place, option, status: Number(status) }] : [];
});

test('the docs have tables of options, defaults and limits', () => {
  const headings = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  expect([...headings]).toEqual(expect.arrayContaining(['option', 'default', 'when it is exceeded']));
  expect(limits).not.toEqual([]);
});

test.each(limits)('the status in $place is that of $option', ({ option, status }) => {
  expect(status).toBe(statuses[option]);
});

test('the table of endpoints in the guide has the methods and paths of the contract', () => {
  const table = rowsOf('docs/guide/client.md').flatMap(({ codes }) => codes['method and path']?.[0] ?? []);
  expect(table).toEqual(operationIds.map((id) => `${endpoints[id].method} ${endpoints[id].path}`));
});

describe('the table of errors in the guide', () => {
  const input = createFakeServer().mockServices.add();
  const cases = rowsOf('docs/guide/errors.md').flatMap(({ cells }) => {
    const { 'what happened': event = '', error, 'GET, PUT, DELETE': repeated, POST: posts } = cells;
    const statuses = /^\d{3}(, \d{3})+$/.test(event) ? event.split(', ').map(Number) : [];
    return statuses.map((status) => ({
      status,
      error,
      repeated: numbersIn(repeated ?? '')[0],
      posts: Number(posts),
    }));
  });

  test.each(cases)('is right about the status $status', async ({ status, error, repeated, posts }) => {
    const id = crypto.randomUUID();
    const outcome = async (call: (client: ReturnType<typeof createClient>) => Promise<unknown>) => {
      let requests = 0;
      const respond = () => {
        requests += 1;
        return Promise.resolve(new Response('', { status, headers: { 'retry-after': '0' } }));
      };
      const client = createClient({ baseUrl: 'https://mocks.example.com', fetch: respond });
      const reason = await call(client).catch((thrown: unknown) => thrown);
      return { requests, error: isMockServicesError(reason) && reason.name };
    };
    const [get, remove, post] = await Promise.all([
      outcome((client) => client.mockServices.get(id)),
      outcome((client) => client.mockServices.delete(id)),
      outcome((client) => client.mockServices.create(input)),
    ]);
    expect(get).toEqual({ requests: repeated, error });
    expect(remove).toEqual({ requests: repeated, error });
    expect(post).toEqual({ requests: posts, error });
  });

  test('lists every status that the client retries, and some that it does not', () => {
    expect(cases.filter(({ repeated }) => repeated === 3).map(({ status }) => status)).toEqual([
      408, 429, 500, 502, 503, 504,
    ]);
    expect(cases.length).toBeGreaterThan(10);
  });
});
