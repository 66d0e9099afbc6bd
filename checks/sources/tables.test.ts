/** Compares the tables of the docs with the sources and the client's behavior. */
import { globSync, readFileSync } from 'node:fs';
import { createFakeServer, createHandler, type HandlerOptions } from '@mock-services/fake-server/core';
import { createClient, isMockServicesError } from '@mock-services/sdk';
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import type { Table, TableCell } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { pagePaths, parsePage } from '../../tools/lib/markdown.ts';
import { at, root } from '../../tools/lib/paths.ts';

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

  /** Doc comments, and constants that are not options, such as `const grace = 1000`. */
  const documentedIn = (pattern: string) => {
    const sources = read(pattern);
    const constants = sources.matchAll(/^const (\w+) = ([\d_]+);/gm);
    return [
      ...Array.from(constants, ([all, name, text]) => [all, text, name]),
      ...sources.matchAll(/@default ([^\n]*?)(?: \*\/)?\n(?:\s*\*[^\n]*\n)*\s*(?:readonly )?(\w+)\??:/g),
    ].map(([, text = '', name = '']) => ({ name, text, numbers: numbersIn(text) }));
  };
  const everywhere = documentedIn('packages/*/{src,program}/**/*.ts');
  const byPackage = new Map(
    ['conformance', 'explorer'].map((name) => [name, documentedIn(`packages/${name}/{src,program}/**/*.ts`)]),
  );

  /** Only the package of the page counts, because packages have options of the same name. */
  const defaultsOf = ({ place, names }: { readonly place: string; readonly names: readonly string[] }) => {
    const [, name = ''] = /^(?:docs|packages)\/(\w+)/.exec(place) ?? [];
    const camel = new Set(
      names.map((one) => one.replace(/^--/, '').replaceAll(/-(\w)/g, (_, c: string) => c.toUpperCase())),
    );
    return (byPackage.get(name) ?? everywhere).filter((option) => camel.has(option.name));
  };

  /** The default in the column of that name, or in words: `true` by default. */
  const stated = rows.flatMap(({ place, cells, codes }) => {
    const headings = Object.keys(cells);
    if (!headings.some((heading) => /^(?:option|field)\b/.test(heading))) return [];
    // The words about an option may name its fields.
    const named = headings.filter(
      (heading) => cells['default'] === undefined || /^(?:option|field)\b/.test(heading),
    );
    const names = named.flatMap((heading) =>
      (codes[heading] ?? []).flatMap((code) => code.match(/^[\w-]+|\w+(?=,| })/g) ?? []),
    );
    const words = Object.values(cells).flatMap((text) => [
      ...Array.from(
        text.matchAll(/(\d[\d,]* \w+|\S+) (?:by default|\(default\))/g),
        ([, found = '']) => found,
      ),
      ...Array.from(text.matchAll(/by default ([^;|]+)/g), ([, found = '']) => found),
    ]);
    const column = cells['default'];
    const numbers = numbersIn(column ?? words.join('; '));
    const literals =
      column === undefined
        ? words.filter((found) => /^[\w'/.-]+$/.test(found))
        : (codes['default'] ?? []).filter((code) => /^(?:true|false|'.*')$/.test(code));
    return names.length > 0 && numbers.length + literals.length > 0
      ? [{ place, names, numbers, literals }]
      : [];
  });

  test.each(stated)('the defaults in $place are those of the doc comments: $names', (row) => {
    const known = defaultsOf(row);
    expect(row.numbers.filter((number) => !known.some(({ numbers }) => numbers.includes(number)))).toEqual(
      [],
    );
    expect(row.literals.filter((literal) => !known.some(({ text }) => text.includes(literal)))).toEqual([]);
  });

  test('the guide has the default intervals of the doc comment', () => {
    const pattern = /default (?:is )?([\d,]+)(?: ms)? for `waitForActivity` and ([\d,]+)(?: ms)? for/;
    const [guide, comment] = ['docs/guide/activity.md', 'packages/sdk/src/activity/polling.ts'].map((path) =>
      numbersIn(pattern.exec(read(path))?.slice(1).join(' ') ?? ''),
    );
    expect(guide).toHaveLength(2);
    expect(guide).toEqual(comment);
  });
});

describe('the flags of the programs', () => {
  const help = read('packages/*/test/**/{help,serve}.txt');
  const flagsIn = (text: string) => Array.from(text.matchAll(/(?<![\w-])--[a-z][\w-]*/g), ([flag]) => flag);
  const ours = /^(?:--|dump\b)|\bnpx (?:@mock-services\/|mock-services\b)/;

  test.each(pages.filter((path) => /^(?:docs|packages)\//.test(path)))('the flags in %s exist', (path) => {
    const lines: string[] = [];
    visit(parsePage(path), (node) => {
      if (node.type === 'inlineCode' || node.type === 'code') lines.push(...node.value.split('\n'));
    });
    const used = lines.filter((line) => ours.test(line.trim())).flatMap(flagsIn);
    expect(used.filter((flag) => !new RegExp(`${flag}(?![\\w-])`).test(help))).toEqual([]);
  });
});

/** Statuses with which the server rejects a request that exceeds a limit. */
const statuses: Readonly<Record<string, number>> = {
  maxBodyBytes: 413,
  maxHeaderBytes: 431,
  requestTimeout: 408,
  maxWorldBytes: 507,
  max: 503,
  idle: 503,
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

describe('the statuses of the fake server', () => {
  const json = { 'content-type': 'application/json' };
  const statusOf = async (
    path: string,
    init: RequestInit = {},
    options: HandlerOptions = { admin: true },
  ) => {
    const response = await createHandler(
      createFakeServer(),
      options,
    )(new Request(`https://a.test${path}`, init));
    return response.status;
  };
  const { path } = endpoints.createMockService;

  test('docs/admin.md lists the statuses of the admin endpoints', async () => {
    const faults = (body: string) => statusOf('/__fake/faults', { method: 'POST', headers: json, body });
    const listed = rowsOf('docs/admin.md').flatMap(({ cells }) =>
      cells['meaning'] ? (cells['status'] ?? []) : [],
    );
    expect(listed).toEqual([
      [await statusOf('/__fake/counts'), 201, 204].join(', '),
      String(await faults('{')),
      [
        await statusOf('/__fake/faults/7', { method: 'DELETE' }),
        await statusOf('/__fake/counts', { method: 'PUT' }),
      ].join(', '),
      String(await faults('{}')),
    ]);
  });

  test.each<[string, () => Promise<number>]>([
    ['application/json', () => statusOf(path, { method: 'POST', body: 'a=b' })],
    ['Authorization: Bearer', () => statusOf(path, {}, { requiredToken: 'a' })],
    ['may not call this server', () => statusOf(path, { headers: { 'sec-fetch-site': 'cross-site' } })],
  ])('the guide has the right status for the message "%s"', async (message, send) => {
    const row = rowsOf('docs/guide/troubleshooting.md').find(({ cells }) =>
      cells['message']?.includes(message),
    );
    expect(row?.cells['cause']).toMatch(new RegExp(`^a ${await send()};`));
  });
});
