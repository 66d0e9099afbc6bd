import { readFileSync } from 'node:fs';
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { adminSchemas, seedSchema } from '../../../../tools/admin-schemas.ts';
import { named } from '../../../../tools/openapi/resources.ts';
import schemas from '../../src/core/server/admin/schemas.json' with { type: 'json' };
import { failureOf } from '../support/failure.ts';
import { startAdmin } from './call.ts';

interface Document {
  readonly $schema: string;
  readonly $id: string;
  readonly title: string;
  readonly endpoints: readonly {
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    readonly body?: { readonly $ref: string };
    readonly result?: { readonly $ref: string };
  }[];
  readonly $defs: Readonly<Record<string, { readonly properties?: object; readonly required?: string[] }>>;
}

const readDocument = async (path = '/schema.json') =>
  (await (await startAdmin()).call('GET', path)).json() as Document;

const shortReferences = (value: unknown) =>
  JSON.stringify(value).replaceAll(/\{"\$ref":"#\/\$defs\/(\w+)"\}/g, '$1');

/** Returns a line for each endpoint, each definition and each property of the schema. */
function linesOf({ endpoints, $defs }: Document): string[] {
  return [
    ...endpoints.map(({ method, path, summary, ...bodies }) =>
      [`${method} ${path}: ${summary}`, shortReferences(bodies)].join(' ').replace(' {}', ''),
    ),
    ...Object.entries($defs)
      .filter(([name]) => !named.some(([, { id }]) => id === name))
      .flatMap(([name, { properties = {}, ...rest }]) => [
        '',
        `${name} ${shortReferences(rest)}`,
        ...Object.entries(properties).map(([key, value]) => `  ${key} ${shortReferences(value)}`),
      ]),
  ];
}

describe('the schema of the admin endpoints', () => {
  test('the admin schema is served at its own path and at the admin root', async () => {
    const document = await readDocument();
    expect(document).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: '/__fake/schema.json',
      title: 'Admin endpoints of the fake server',
    });
    expect(await readDocument('/')).toEqual(document);
    expect(await readDocument('')).toEqual(document);
    expect((await (await startAdmin()).call('GET', '/schema.jsonx')).status).toBe(404);
  });

  test('the admin schema describes every endpoint, request body and response body', async () => {
    const lines = linesOf(await readDocument());
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('schema.txt');
  });

  test('every endpoint in the admin schema exists', async () => {
    const { endpoints } = await readDocument();
    const { call } = await startAdmin();
    for (const { method, path, body } of endpoints) {
      const at = path.replace('/__fake', '').replaceAll(/:\w+/g, 'x');
      const { status } = await call(method, at, body && 'malformed');
      const expected = path.includes('/:') ? [404, 422] : [200, 204];
      expect(body ? [400] : expected).toContain(status);
    }
  });

  test('the admin schema defines every type that it references', async () => {
    const document = await readDocument();
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g);
    const names = new Set([...references].map(([, name]) => name));
    expect(names.size).toBeGreaterThan(10);
    expect(Object.keys(document.$defs)).toEqual(expect.arrayContaining([...names]));
  });

  test('the duration pattern in the admin schema matches only valid durations', async () => {
    const { anyOf } = (await readDocument()).$defs['Duration'] as { anyOf: [object, { pattern: string }] };
    const isDuration = (value: string) => new RegExp(anyOf[1].pattern).test(value);
    expect(['5ms', '10s', '1.25m', '10.5h', '0d'].filter(isDuration)).toHaveLength(5);
    const others = ['5', 's', '1.s', '.5s', '-1s', '1x', '1s.', 'in 1s', '1,5s', '1hs'];
    expect(others.filter(isDuration)).toEqual([]);
  });

  test('the admin schema file is up to date (`npm run generate` updates it)', () => {
    expect(schemas).toEqual(JSON.parse(JSON.stringify(adminSchemas())));
  });

  test('the seed schema file is up to date (`npm run generate` updates it)', () => {
    const path = new URL('../../seed.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(seedSchema())));
  });

  test('the admin schema contains every field of a fault', async () => {
    const { $defs } = await readDocument();
    const wrong = { operation: 'listWorkspaces', nonsense: true } as FaultOptions;
    const { issues } = failureOf(() => createFakeServer().faults.add(wrong), 'invalid-fault');
    const { known = [] } = issues.find(({ path }) => path === 'nonsense') ?? {};
    const fields = Object.keys($defs['FaultOptions']?.properties ?? {});
    expect(fields.toSorted()).toEqual([...known].toSorted());
  });

  test('the admin schema contains every field of the responses', async () => {
    const { $defs } = await readDocument();
    const { call, fake, url, fetch } = await startAdmin();
    fake.faults.add({ operation: 'listWorkspaces', status: 500, times: 1 });
    await fetch(`${url}/configuration/workspaces`);
    const { entries } = (await call('GET', '/journal')).json() as { entries: object[] };
    const fieldsOf = (name: string) => Object.keys($defs[name]?.properties ?? {});
    expect(fieldsOf('JournalEntry')).toEqual(expect.arrayContaining(Object.keys(entries[0] ?? {})));
    for (const [path, name] of [
      ['/state', 'State'],
      ['/counts', 'Counts'],
      ['/clock', 'Clock'],
      ['/journal', 'Journal'],
      ['/faults', 'Faults'],
    ] as const) {
      const response = (await call('GET', path)).json() as object;
      expect(Object.keys(response).toSorted()).toEqual(fieldsOf(name).toSorted());
    }
  });
});
