import type { FakeServer, Seed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { config, fileWith, idOf, serviceWith, titlesOf } from './support.ts';

const orders = { title: 'Orders', config: config() };
const done = { code: 0, stderr: '' };

describe('diff and apply', () => {
  test('only with --delete, diff and apply --dry-run list what only the service has', async () => {
    const { url, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    for (const args of [['diff'], ['apply', '--dry-run'], ['apply']]) {
      // What applies, or will apply, names the service.
      const head = args[0] === 'apply' ? `Plan for ${url}\n` : '';
      expect(await run([...args, fileWith({})])).toEqual({
        code: 0,
        stdout: head + '= 0 unchanged\n  1 more mock service on the service (kept without --delete)\n',
        stderr: '',
      });
    }
    expect(await run(['diff', fileWith({ mockServices: [] }), '--delete'])).toEqual({
      code: 1,
      stdout: '- delete "Old"\n= 0 unchanged\n',
      stderr: '',
    });
  });

  test('--json prints the plan of diff and the completed steps of apply', async () => {
    const { fake, url, run } = await serviceWith({
      mockServices: [orders, { title: 'Same' }, { title: 'Old' }, { title: 'Older' }],
    });
    const file = fileWith({
      mockServices: [{ title: 'New' }, { title: 'Orders', type: 'SOAP' }, { title: 'Same' }],
    });
    const id = fake.mockServices.list()[0]?.id;
    const changes = [{ path: 'type', from: 'REST', to: 'SOAP' }];
    const update = { action: 'update', title: 'Orders', id, changes };
    const create = { action: 'create', title: 'New' };
    const plan = JSON.parse((await run(['--json', 'diff', file])).stdout) as object;
    expect(plan).toEqual({
      steps: [expect.objectContaining(create), expect.objectContaining(update)],
      unchanged: 1,
      unlisted: 2,
    });
    const { stdout } = await run(['apply', file, '--json']);
    const created = { ...create, id: fake.mockServices.list()[4]?.id };
    expect(JSON.parse(stdout)).toEqual({
      url,
      done: [expect.objectContaining(created), expect.objectContaining(update)],
      failed: [],
      notTried: [],
      unchanged: 1,
      unlisted: 2,
    });
  });

  test('apply reports once that the service chose the ids of new mock services', async () => {
    const { fake, run } = await serviceWith();
    const file = fileWith({
      mockServices: [{ id: idOf(1), title: 'A' }, { id: idOf(2), title: 'B' }, { title: 'C' }],
    });
    const { code, stderr } = await run(['apply', file]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^The service chose the ids [^\n]* 2 ids in the file have no effect.[^\n]*\n$/),
    ]);
    expect(fake.mockServices.get(idOf(1))).toBeUndefined();
    expect(await run(['apply', file])).toMatchObject(done);
  });

  test('apply changes nothing if a title is ambiguous', async () => {
    const { fake, run } = await serviceWith({ mockServices: [orders, orders] });
    const before = fake.snapshot();
    const { code, stderr } = await run(['apply', fileWith({ mockServices: [{ title: 'New' }, orders] })]);
    const ids = fake.mockServices
      .list()
      .map(({ id }) => `\n  ${id}`)
      .join('');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`is the title of 2 mock services:${ids}`)]);
    expect(fake.snapshot().data).toEqual(before.data);
  });

  test('--delete asks for confirmation on a terminal before it changes anything', async () => {
    const { fake, url, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    const args = ['apply', fileWith({ mockServices: [orders] }), '--delete'];
    expect(await run(args, { answers: [false] })).toEqual({
      code: 2,
      stdout: `Plan for ${url}\n+ create "Orders"\n- delete "Old"\n= 0 unchanged\n`,
      stderr: 'Delete 1 mock service?\nNothing was changed.\n',
    });
    expect(titlesOf(fake)).toEqual(['Old']);
    expect(await run(args, { answers: [true] })).toMatchObject({ code: 0 });
    expect(titlesOf(fake)).toEqual(['Orders']);
  });

  test.each(['apply --yes', 'apply --dry-run', 'diff'])(
    '%s --delete rejects a file without the key mockServices',
    async (command) => {
      const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
      const file = fileWith({ workspaces: [] });
      expect(await run([...command.split(' '), file, '--delete'])).toEqual({
        code: 2,
        stdout: '',
        stderr: `${file}: the file has no "mockServices", so --delete would delete all mock services. Add the list, or "mockServices": [] to delete all.\n`,
      });
      expect(titlesOf(fake)).toEqual(['Old']);
    },
  );

  test('--delete does not ask for confirmation if there is nothing to delete', async () => {
    const { run } = await serviceWith({ mockServices: [orders] });
    expect(
      await run(['apply', fileWith({ mockServices: [orders] }), '--delete'], { answers: [] }),
    ).toMatchObject(done);
  });

  test('a mock service that somebody deletes during the comparison is created again', async () => {
    const mockServices = [{ ...orders, id: idOf(1) }, { title: 'B' }];
    const { fake, run } = await serviceWith({ mockServices });
    const file = fileWith({ mockServices });
    const match = ({ request }: { readonly request: { readonly path: string } }) =>
      request.path.endsWith(idOf(1)) && fake.mockServices.delete(idOf(1));
    fake.faults.add({ operation: 'getMockService', status: 404, times: 1, match });
    // The plan neither counts nor deletes it as a mock service that only the service has.
    expect((await run(['apply', file])).stdout).toMatch(
      /^Plan for \S+\n\+ create "Orders"\n= 1 unchanged\n✓ created "Orders" \S+\n1 created, 1 unchanged.\n$/,
    );
    expect(titlesOf(fake)).toEqual(['B', 'Orders']);
    expect((await run(['diff', file])).code).toBe(0);
  });

  test.each([
    ['dump', 500],
    ['diff', 500],
    ['apply', 500],
    ['apply', 403],
  ])('%s fails if a listed mock service gets %i, and changes nothing', async (command, status) => {
    const { fake, run } = await serviceWith({ mockServices: [orders, { title: 'B' }] });
    const file = fileWith({ mockServices: [orders, { title: 'New' }] });
    const [{ id } = { id: '' }] = fake.mockServices.list();
    fake.faults.add({ operation: 'getMockService', status, match: { params: { mockServiceId: id } } });
    const args = { dump: [], diff: [file], apply: [file, '--delete', '--yes'] }[command] ?? [];
    const { code, stdout, stderr } = await run([command, ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`the service responded with ${status}`);
    expect(titlesOf(fake)).toEqual(['Orders', 'B']);
  });

  test('apply prints the status and body of a failed step, and the remaining steps', async () => {
    const { fake, run } = await serviceWith({ mockServices: [orders, { title: 'Old' }] });
    const file = fileWith({
      mockServices: [{ title: 'A' }, { title: 'B' }, { title: 'C' }, { title: 'Orders', type: 'X' }],
    });
    fake.faults.add({
      operation: 'createMockService',
      status: 507,
      body: { detail: 'disk\u009b31m full' },
      after: 1,
    });
    const { code, stdout, stderr } = await run(['apply', file, '--delete', '--yes']);
    expect(code).toBe(2);
    expect(stdout).toMatch(/✓ created "A" \S+\n1 created, 1 failed, 3 not tried, 0 unchanged.\n$/);
    expect(stderr).toMatch(
      /^✗ create "B" failed:\n {4}POST \S+: the service responded with 507.\n {4}\{"detail":"disk\\u009b31m full"\}\nNot tried:\n {4}\+ create "C"\n {4}~ update "Orders"\n {4}- delete "Old"\nTo continue, run the command again.\n$/,
    );
    fake.faults.clear();
    expect((await run(['apply', file, '--delete', '--yes'])).stdout).toContain(
      '2 created, 1 updated, 1 deleted, 1 unchanged.',
    );
  });

  test('--json prints the status and body of a failed step', async () => {
    const { fake, run } = await serviceWith();
    fake.faults.add({ operation: 'createMockService', status: 507, body: { detail: 'full' } });
    const { stdout } = await run([
      'apply',
      '--json',
      fileWith({ mockServices: [{ title: 'A' }, { title: 'B' }] }),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      done: [],
      failed: [{ action: 'create', title: 'A', status: 507, body: { detail: 'full' } }],
      notTried: [{ action: 'create', title: 'B' }],
    });
  });

  test.each([
    ['apply --delete', 404],
    ['apply --delete', 410],
    ['apply --delete', 409],
    ['delete', 410],
    ['delete', 409],
  ])('%s fails if a delete gets %i, unless it is a 404 or 410', async (command, status) => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    fake.faults.add({ operation: 'deleteMockService', status });
    const what = command === 'delete' ? 'Old' : fileWith({ mockServices: [] });
    const { code, stdout, stderr } = await run([...command.split(' '), what, '--yes']);
    const isDeleted = status === 404 || status === 410;
    expect([code, /deleted "Old"/i.test(stdout)]).toEqual(isDeleted ? [0, true] : [2, false]);
    expect(stderr.includes(`the service responded with ${status}`)).toBe(!isDeleted);
  });

  test.each<[string, Seed, Parameters<FakeServer['faults']['add']>[0] | undefined]>([
    ['nothing differs', { mockServices: [{ title: 'A' }, { title: 'B' }] }, undefined],
    ['the second create fails', {}, { operation: 'createMockService', status: 507, after: 1 }],
    ['a delete fails', { mockServices: [{ title: 'Old' }] }, { operation: 'deleteMockService', status: 507 }],
  ])('--json keeps exit codes and stderr, if %s', async (_name, seed, fault) => {
    const file = fileWith({ mockServices: [{ id: idOf(1), title: 'A' }, { title: 'B' }] });
    for (const command of ['diff', 'apply --dry-run', 'apply', 'apply --delete --yes']) {
      const [text, json] = await Promise.all(
        [[], ['--json']].map(async (option) => {
          const { fake, url, run } = await serviceWith(seed);
          if (fault !== undefined) fake.faults.add(fault);
          const { code, stdout, stderr } = await run([...command.split(' '), file, ...option]);
          const ids = fake.mockServices.list().map(({ id }) => id);
          const told = ids.reduce((all, id) => all.replace(id, 'ID'), stderr.replaceAll(url, 'URL'));
          return { code, stderr: told, hasText: stdout !== '', isJson: stdout.startsWith('{\n') };
        }),
      );
      expect({ command, ...json }).toEqual({ command, ...text, isJson: text?.hasText });
    }
  });

  test.each([300, 301])('diff prints at most 300 of %i characters of a value', async (length) => {
    const { run } = await serviceWith({ mockServices: [{ title: 'A' }] });
    const text = 'x'.repeat(length - '""'.length);
    const { stdout } = await run(['diff', fileWith({ mockServices: [{ title: 'A', config: { text } }] })]);
    expect(stdout).toContain(`config.text: nothing → "${text}${length === 300 ? '"' : '…'}\n`);
  });

  test.each([2000, 2001])('apply prints at most 2,000 of %i characters of a body', async (length) => {
    const { fake, run } = await serviceWith();
    const body = { a: 'x'.repeat(length - '{"a":""}'.length) };
    fake.faults.add({ operation: 'createMockService', status: 400, body });
    const { stderr } = await run(['apply', fileWith({ mockServices: [{ title: 'A' }] })]);
    expect(stderr).toContain(`{"a":"${body.a}${length === 2000 ? '"}' : '"…'}\n`);
  });
});
