import { createFakeServer, FaultError, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import stored from '../../src/core/server/admin/resource-schemas.json' with { type: 'json' };
import { startAdmin } from './call.ts';
import { resourceSchemas } from './resource-schemas.ts';

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

const documentOf = async (path = '/schema.json') =>
  (await (await startAdmin()).call('GET', path)).json() as Document;

describe('the schema of the admin endpoints', () => {
  test('is served, also as the overview', async () => {
    const document = await documentOf();
    expect(document).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: '/__fake/schema.json',
      title: 'Admin endpoints of the fake server',
    });
    expect(await documentOf('/')).toEqual(document);
    expect(await documentOf('')).toEqual(document);
  });

  test('says what each part means', async () => {
    const { endpoints, $defs } = await documentOf();
    const own = Object.entries($defs).filter(([name]) => !(name in stored));
    const document = { endpoints, $defs: Object.fromEntries(own) };
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('schema.txt');
  });

  test('lists every endpoint, and each exists', async () => {
    const { endpoints } = await documentOf();
    const { call } = await startAdmin();
    expect(
      endpoints.map(({ method, path, body, result }) =>
        [method, path, body?.$ref, result?.$ref].join(' ').replaceAll('#/$defs/', ''),
      ),
    ).toEqual([
      'GET /__fake/state  State',
      'PUT /__fake/seed Seed ',
      'POST /__fake/reset  ',
      'GET /__fake/snapshot  Snapshot',
      'PUT /__fake/snapshot Snapshot ',
      'GET /__fake/faults  Faults',
      'POST /__fake/faults FaultOptions Fault',
      'DELETE /__fake/faults  ',
      'DELETE /__fake/faults/:id  ',
      'GET /__fake/clock  Clock',
      'POST /__fake/clock ClockChange Clock',
      'GET /__fake/journal  Journal',
      'POST /__fake/journal/find JournalFields Found',
      'DELETE /__fake/journal  ',
    ]);
    for (const { summary } of endpoints) expect(summary).toMatch(/^[A-Z].+\.$/);
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

  test('says what bodies and results consist of', async () => {
    const { $defs } = await documentOf();
    const refer = (name: string) => ({ $ref: `#/$defs/${name}` });
    const listOf = (name: string) => ({ type: 'array', items: refer(name) });
    const object = (properties: object, required = Object.keys(properties)) => ({
      type: 'object',
      properties,
      required,
      additionalProperties: false,
    });
    const seed = {
      mockServices: listOf('MockService'),
      workspaces: listOf('Workspace'),
      activity: { type: 'object', additionalProperties: listOf('ActivityEntry') },
      configurations: { type: 'object', additionalProperties: refer('MockService') },
    };
    const [text, time] = [{ type: 'string' }, refer('Timestamp')];
    expect($defs).toMatchObject({
      Seed: object(seed, []),
      State: object({ now: time, data: refer('Seed') }),
      Faults: object({ faults: listOf('Fault') }),
      Clock: object({ now: time }),
      ClockChange: {
        oneOf: [object({ advance: refer('Duration') }), object({ set: { type: ['string', 'number'] } })],
      },
      Snapshot: {
        type: 'object',
        properties: { version: { type: 'integer' }, data: refer('Seed') },
        required: ['version', 'data'],
      },
      Journal: object({
        entries: listOf('JournalEntry'),
        problems: listOf('JournalEntry'),
        clean: { type: 'boolean' },
        reasons: { type: 'array', items: text },
      }),
      Found: object({ found: listOf('JournalEntry'), explanation: text }),
    });
    expect($defs['FaultOptions']?.required).toEqual(['operation']);
    expect($defs['JournalFields']?.required).toEqual([]);
    expect($defs['Fault']?.required).toEqual(expect.arrayContaining(['id', 'used']));
    expect($defs['FaultOptions']?.properties).not.toHaveProperty('when');
  });

  test('tells durations from other texts', async () => {
    const { anyOf } = (await documentOf()).$defs['Duration'] as { anyOf: [object, { pattern: string }] };
    expect(anyOf).toMatchObject([{ type: 'number', minimum: 0 }, { type: 'string' }]);
    const isDuration = (value: string) => new RegExp(anyOf[1].pattern).test(value);
    expect(['5ms', '10s', '1.25m', '10.5h', '0d'].filter(isDuration)).toHaveLength(5);
    expect(['5', 's', '1.s', '.5s', '-1s', '1x', '1s.', 'in 1s', '1,5s', '1hs'].filter(isDuration)).toEqual(
      [],
    );
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
    const { call, fake, url, fetch } = await startAdmin();
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
