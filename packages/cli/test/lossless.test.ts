/** Nothing is lost without a word: names that a file repeats, and digits that JavaScript cannot represent. */
import { readFileSync } from 'node:fs';
import type { FakeServer, Seed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { config, fileWith, idOf, serviceWith, virtualService } from './support.ts';

const literals = ['9007199254740993', '-0.1234567890123456789', '1e400'];

/** A service in whose responses `literal` stands in place of the string `N`. */
function serviceWithNumber(literal: string, seed: Seed = {}) {
  return virtualService(seed, (fetch) => async (url, init) => {
    const response = await fetch(url, init);
    return new Response((await response.text()).replaceAll('"N"', literal), response);
  });
}

const writes = ({ journal }: FakeServer) =>
  journal.entries().flatMap(({ request: { method } }) => (method === 'GET' ? [] : method));

describe('apply sends nothing', () => {
  test.each([
    ['the list', '{ "mockServices": [{ "title": "A" }],\n  "mockServices": [{ "title": "B" }] }', '2:3'],
    ['a field', '{ "mockServices": [{ "title": "A",\n"config": {}, "con\\u0066ig": {} }] }', '2:15'],
    ['a variable', '{ "variables": { "A": "x",\n"A": "y" }, "mockServices": [] }', '2:1'],
  ])('if the file contains %s twice', async (_name, content, place) => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'A' }] });
    const path = fileWith(content);
    const { code, stderr } = await run(['apply', path, '--delete', '--yes']);
    expect([code, fake.journal.entries()]).toEqual([2, []]);
    expect(stderr).toMatch(/: this name occurs twice, first at \d:\d+\. Remove one of the two\.\n$/);
    expect(stderr).toContain(`${path}:${place}: `);
  });

  test.each(literals)('if the file contains %s', async (literal) => {
    const { fake, run } = await serviceWith();
    const path = fileWith(`{ "mockServices": [{ "title": "A", "config": { "x-id": ${literal} } }] }`);
    const { code, stderr } = await run(['apply', path]);
    expect([code, fake.journal.entries()]).toEqual([2, []]);
    expect(stderr).toContain(
      `${path}:1:56: mockServices[0].config["x-id"]: JavaScript changes ${literal} to`,
    );
  });

  test('if an environment variable for the file is empty', async () => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'Orders (prod)' }] });
    const path = fileWith({ variables: { STAGE: null }, mockServices: [{ title: 'Orders (${STAGE})' }] });
    const environment = { MOCK_SERVICES_VAR_STAGE: '' };
    const { code, stderr } = await run(['apply', path, '--delete', '--yes'], { environment });
    expect([code, fake.journal.entries()]).toEqual([2, []]);
    expect(stderr).toMatch(/^MOCK_SERVICES_VAR_STAGE is set, but empty\./);
  });
});

const stored = {
  mockServices: [
    { id: idOf(1), title: 'Orders', config: { ...config(), 'x-limits': { ids: [1, 'N'] } } },
    { id: idOf(2), title: 'Payments', config: config() },
  ],
};
const path = 'config["x-limits"].ids[1]';

describe('a number of the service that an update would change', () => {
  test.each(literals)('is not written: %s', async (literal) => {
    const { fake, run } = serviceWithNumber(literal, stored);
    const renamed = fileWith({
      mockServices: [{ title: 'New' }, { id: idOf(2), title: 'Pay' }, { id: idOf(1), title: 'Bestellungen' }],
    });
    for (const option of ['--json', '--dry-run']) {
      const { code, stdout, stderr } = await run(['apply', renamed, option]);
      expect([code, stdout, writes(fake)]).toEqual([2, '', []]);
      expect(stderr).toContain(`\n  "Orders" ${idOf(1)}: ${path}: JavaScript changes ${literal} to`);
      expect(stderr).toMatch(/\nNothing was changed\.\n$/);
    }
    const { code, stderr } = await run(['diff', renamed]);
    expect([code, stderr.includes(`${path}: JavaScript changes ${literal} to`)]).toEqual([1, true]);
  });

  test('does not matter if it is not written', async () => {
    const { fake, run } = serviceWithNumber('9007199254740993', stored);
    const others = [{ id: idOf(2), title: 'Pay' }, { title: 'New' }];
    const file = fileWith({ mockServices: [{ title: 'Orders' }, ...others] });
    expect(await run(['apply', file])).toMatchObject({ code: 0, stderr: '' });
    expect(writes(fake)).toEqual(['POST', 'PUT']);
  });

  test('can be replaced by a value of the file', async () => {
    const { fake, run } = serviceWithNumber('9007199254740993', stored);
    const file = fileWith({ mockServices: [{ title: 'Orders', config: { 'x-limits': { ids: [] } } }] });
    expect((await run(['apply', file])).code).toBe(0);
    expect(fake.mockServices.get(idOf(1))?.config).toMatchObject({ 'x-limits': { ids: [] } });
  });
});

describe('a number that JavaScript changes causes a warning', () => {
  const entry = { request: { path: '/a' }, metadata: { scenarioId: idOf(7), span: 'N' } };
  const workspace = { id: idOf(3), name: 'Checkout' };
  const seed = {
    ...stored,
    workspaces: [workspace],
    configurations: { [idOf(3)]: { config: { ...config(), 'x-id': 'N' } } },
    activity: { [idOf(3)]: [entry, entry] },
  };

  test.each([
    ['get Orders', `data.${path}`],
    ['get Orders --json', `data.${path}`],
    ['dump', `data.${path}`],
    ['dump --workspaces', 'data.config["x-id"]'],
    ['dump --activity Checkout', 'data[0].metadata.span'],
    ['har Checkout', 'data[0].metadata.span'],
    ['wait Checkout', 'data[0].metadata.span'],
  ])('of %s, which contains its path', async (line, place) => {
    const { run } = serviceWithNumber('9007199254740993', seed);
    const { code, stdout, stderr } = await run(line.split(' '));
    expect([code, stdout === '']).toEqual([0, false]);
    expect(stderr).toContain(`: ${place}: JavaScript changes 9007199254740993 to 9007199254740992, so the`);
  });

  test('once for a field of many log entries', async () => {
    const { run } = serviceWithNumber('9007199254740993', seed);
    const { stderr } = await run(['har', 'Checkout']);
    expect(stderr.match(/JavaScript changes/g)).toHaveLength(1);
  });

  test.each([
    ['list', '"title"'],
    ['workspaces', '"name"'],
  ])('of %s', async (command, field) => {
    const { run } = virtualService(seed, (fetch) => async (url, init) => {
      const response = await fetch(url, init);
      return new Response((await response.text()).replace(field, `"n":1e400,${field}`), response);
    });
    const { code, stderr } = await run([command]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/\/configuration\/\S+: data\[0\]\.n: JavaScript changes 1e400 to Infinity, so /);
  });
});

test('dump replaces no file in which a variable occurs twice', async () => {
  const { run } = await serviceWith();
  const content = '{ "variables": { "A": "x",\n"A": "y" } }';
  const file = fileWith(content);
  const { code, stderr } = await run(['dump', '-o', file]);
  expect([code, readFileSync(file, 'utf8')]).toEqual([2, content]);
  expect(stderr).toContain(`${file}:2:1: variables.A: this name occurs twice, first at 1:18.`);
});
