import { createFakeServer, FaultError, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import stored from '../../src/node/admin/resource-schemas.json' with { type: 'json' };
import { startAdmin } from './call.ts';
import { resourceSchemas } from './resource-schemas.ts';

interface Document {
  readonly $id: string;
  readonly endpoints: readonly {
    readonly method: string;
    readonly path: string;
    readonly body?: { readonly $ref: string };
    readonly result?: { readonly $ref: string };
  }[];
  readonly $defs: Readonly<Record<string, { readonly properties?: object; readonly required?: string[] }>>;
}

const documentOf = async (path = '/schema.json') =>
  (await (await startAdmin()).call('GET', path)).json() as Document;

describe('the schema of the admin endpoints', () => {
  test('is served, also as the overview', async () => {
    const document = await documentOf();
    expect(document.$id).toBe('/__fake/schema.json');
    expect(await documentOf('/')).toEqual(document);
    expect(await documentOf('')).toEqual(document);
  });

  test('lists every endpoint, and each exists', async () => {
    const { endpoints } = await documentOf();
    const { call } = await startAdmin();
    expect(endpoints.length).toBeGreaterThanOrEqual(14);
    for (const { method, path, body } of endpoints) {
      const { status } = await call(
        method,
        path.replace('/__fake', '').replace(':id', 'x'),
        body && 'malformed',
      );
      const expected = path.endsWith(':id') ? [404] : [200, 204];
      expect(body ? [400] : expected).toContain(status);
    }
  });

  test('has no dangling reference', async () => {
    const document = await documentOf();
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g);
    const names = new Set([...references].map(([, name]) => name));
    expect(names.size).toBeGreaterThan(10);
    expect(Object.keys(document.$defs)).toEqual(expect.arrayContaining([...names]));
  });

  test('has the resources as the contract has them: npm run schemas', () => {
    expect(stored).toEqual(resourceSchemas());
  });

  test('has the fields of a fault that the fake server knows, except for functions', async () => {
    const { $defs } = await documentOf();
    const refusal = refusalOf({ operation: 'listWorkspaces', nonsense: true });
    const known =
      refusal.issues.find(({ path }) => path === 'nonsense')?.expected.replace('one of ', '') ?? '';
    const fields = Object.keys($defs['FaultOptions']?.properties ?? {});
    expect([...fields, 'when'].toSorted()).toEqual(known.split(', ').toSorted());
  });

  test('has the fields of the responses', async () => {
    const { $defs } = await documentOf();
    const { call, fake, url } = await startAdmin();
    fake.faults.add({ operation: 'listWorkspaces', status: 500, times: 1 });
    await fetch(`${url}/configuration/workspaces`);
    const { entries } = (await call('GET', '/journal')).json() as { entries: object[] };
    const fieldsOf = (name: string) => Object.keys($defs[name]?.properties ?? {});
    expect(fieldsOf('JournalEntry')).toEqual(expect.arrayContaining(Object.keys(entries[0] ?? {})));
    for (const [path, name] of [
      ['/state', 'State'],
      ['/clock', 'Clock'],
      ['/journal', 'Journal'],
      ['/faults', 'Faults'],
    ] as const) {
      const response = (await call('GET', path)).json() as object;
      expect(Object.keys(response).toSorted()).toEqual(fieldsOf(name).toSorted());
    }
  });
});

function refusalOf(fault: object): FaultError {
  try {
    createFakeServer().faults.add(fault as FaultOptions);
  } catch (error) {
    if (error instanceof FaultError) return error;
  }
  return expect.unreachable('the fault was added');
}
