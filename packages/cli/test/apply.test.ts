import { createFakeServer, type FakeServer, type Seed } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { apply } from '../src/code-commands.ts';
import { config, contentsOf, directService, fileWith, idOf, serviceWith, titlesOf } from './support.ts';

const orders = { title: 'Orders', config: config() };
const done = { code: 0, stderr: '' };

describe('diff and apply', () => {
  test('diff prints the plan and exits with 1; after apply, it exits with 0', async () => {
    const { fake, run } = await serviceWith({
      mockServices: [{ ...orders, title: 'Payments' }, orders, { title: 'Old' }],
    });
    const file = fileWith({
      mockServices: [{ title: 'New' }, orders, { title: 'Payments', config: config('https://new.example') }],
    });
    const plan = [
      '+ create "New"',
      '~ update "Payments"',
      '    config.upstreams[0].url: "https://catalog.example" → "https://new.example"',
      '= 1 unchanged',
      '  1 more mock service on the service (kept without --delete)',
      '',
    ].join('\n');
    expect(await run(['diff', file])).toEqual({ code: 1, stdout: plan, stderr: '' });
    expect(await run(['apply', file, '--dry-run'])).toEqual({ code: 0, stdout: plan, stderr: '' });
    expect(titlesOf(fake)).toEqual(['Payments', 'Orders', 'Old']);

    const { code, stdout, stderr } = await run(['apply', file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /\n✓ created "New" [\da-f-]{36}\n✓ updated "Payments" [\da-f-]{36}\n1 created, 1 updated, 1 unchanged.\n$/,
    );
    expect(titlesOf(fake)).toEqual(['Payments', 'Orders', 'Old', 'New']);

    expect((await run(['diff', file])).code).toBe(0);
    fake.journal.clear();
    expect((await run(['apply', file])).stdout).toBe(
      '= 3 unchanged\n  1 more mock service on the service (kept without --delete)\n',
    );
    expect(fake.journal.entries().every(({ request }) => request.method === 'GET')).toBe(true);
  });

  test('only with --delete, diff and apply --dry-run list mock services that exist only on the service', async () => {
    const { run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    for (const args of [['diff'], ['apply', '--dry-run'], ['apply']]) {
      expect(await run([...args, fileWith({})])).toEqual({
        code: 0,
        stdout: '= 0 unchanged\n  1 more mock service on the service (kept without --delete)\n',
        stderr: '',
      });
    }
    expect(await run(['diff', fileWith({ mockServices: [] }), '--delete'])).toEqual({
      code: 1,
      stdout: '- delete "Old"\n= 0 unchanged\n',
      stderr: '',
    });
  });

  test('apply creates a mock service unless --dry-run is passed', async () => {
    const { fake, run } = await serviceWith();
    const file = fileWith({ mockServices: [{ title: 'New' }] });
    await run(['apply', file, '--dry-run']);
    expect(titlesOf(fake)).toEqual([]);
    await run(['apply', file]);
    expect(titlesOf(fake)).toEqual(['New']);
  });

  test('--json prints the plan of diff and the completed steps of apply', async () => {
    const { fake, run } = await serviceWith({
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
      done: [expect.objectContaining(created), expect.objectContaining(update)],
      failed: [],
      notTried: [],
      unchanged: 1,
      unlisted: 2,
    });
  });

  test('diff and apply print text or JSON, even if there is nothing to do', async () => {
    const mockServices = [{ title: 'A' }];
    for (const isEqual of [false, true])
      for (const command of ['diff', 'apply', 'apply --dry-run', 'apply --delete --yes'])
        for (const json of [false, true]) {
          const { run } = await serviceWith(isEqual ? { mockServices } : {});
          const args = [...command.split(' '), fileWith({ mockServices }), ...(json ? ['--json'] : [])];
          const { code, stdout, stderr } = await run(args);
          expect([command, code, stderr]).toEqual([command, command === 'diff' && !isEqual ? 1 : 0, '']);
          const unchanged = Number(isEqual);
          const shown = json
            ? (JSON.parse(stdout) as { unchanged: number }).unchanged
            : Number(/(\d+) unchanged/.exec(stdout)?.[1]);
          expect([command, json, shown]).toEqual([command, json, unchanged]);
        }
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

  test('applying a dump makes another service equal to the first', async () => {
    const { run } = await serviceWith(demoSeed());
    const other = await serviceWith();
    const file = fileWith((await run(['dump'])).stdout);
    await other.run(['apply', file]);
    expect(contentsOf(other.fake)).toEqual(contentsOf(createFakeServer({ seed: demoSeed() })));
    expect(await other.run(['diff', file])).toMatchObject({ code: 0, stdout: '= 5 unchanged\n' });
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
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    const args = ['apply', fileWith({ mockServices: [orders] }), '--delete'];
    expect(await run(args, { answers: [false] })).toEqual({
      code: 2,
      stdout: '+ create "Orders"\n- delete "Old"\n= 0 unchanged\n',
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

  test('without a terminal, --delete sends no request unless --yes is passed', async () => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    const args = ['apply', fileWith({ mockServices: [] }), '--delete'];
    expect(await run(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Pass --yes') as string,
    });
    expect(fake.journal.entries()).toEqual([]);
    expect(await run([...args, '--dry-run'])).toMatchObject({
      code: 0,
      stdout: '- delete "Old"\n= 0 unchanged\n',
    });
    expect(await run([...args, '--yes'])).toMatchObject({ code: 0 });
    expect(titlesOf(fake)).toEqual([]);
  });

  test.each(
    [404, 410].flatMap((status) => [[], ['--delete', '--yes']].map((options) => [status, options] as const)),
  )(
    'a mock service that somebody deletes while the file is compared (%i) is created again %j',
    async (status, options) => {
      const mockServices = [{ ...orders, id: idOf(1) }, { title: 'B' }];
      const { fake, run } = await serviceWith({ mockServices });
      const file = fileWith({ mockServices });
      const match = ({ request }: { readonly request: { readonly path: string } }) =>
        request.path.endsWith(idOf(1)) && fake.mockServices.delete(idOf(1));
      fake.faults.add({ operation: 'getMockService', status, times: 1, match });
      // The plan neither counts nor deletes it as a mock service that only the service has.
      expect((await run(['apply', file, ...options])).stdout).toMatch(
        /^\+ create "Orders"\n= 1 unchanged\n✓ created "Orders" \S+\n1 created, 1 unchanged.\n$/,
      );
      expect(titlesOf(fake)).toEqual(['B', 'Orders']);
      expect((await run(['diff', file])).code).toBe(0);
    },
  );

  test.each(
    [400, 401, 403, 422, 500].flatMap((status) =>
      ['dump', 'diff', 'apply'].map((command) => [command, status] as const),
    ),
  )('%s fails if a listed mock service gets %i, and changes nothing', async (command, status) => {
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

  test.each([
    ['everything succeeds', [], false],
    ['everything succeeds', [], true],
    ['an update fails', ['failed', 'not tried'], false],
    ['an update fails', ['failed', 'not tried'], true],
  ])('stderr has its notes in a fixed order if %s %j, with --json: %s', async (_name, troubles, json) => {
    const { fake, context, printed } = directService(
      { mockServices: [{ title: 'B' }, { title: 'Old' }] },
      ({ fetch }) => ({
        fetch: (url, init) => {
          const { body } = init;
          // The service removes the last slash.
          return fetch(url, {
            ...init,
            ...(typeof body === 'string' && { body: body.replaceAll('/"', '"') }),
          });
        },
      }),
    );
    if (troubles.length > 0) fake.faults.add({ operation: 'updateMockService', status: 409, body: {} });
    const upstreams = [{ name: 'live', url: 'https://a.test/' }];
    const entries = [
      { id: idOf(1), title: 'A', config: { upstreams } },
      { title: 'B', type: 'X' },
    ];
    const file = fileWith({ mockServices: entries });
    const code = await apply({ ...context, json }, file, { delete: true, yes: true });
    const beginnings = {
      '✗ update "B" failed:': 'failed',
      'Not tried:': 'not tried',
      'The service chose the ids': 'ids',
      'The service stored other values': 'values',
      'Write these values': 'advice',
      'To continue': 'continue',
    };
    const notes = printed.stderr
      .split('\n')
      .flatMap((line) => Object.entries(beginnings).find(([start]) => line.startsWith(start))?.[1] ?? []);
    const isIncomplete = troubles.length > 0;
    const last = isIncomplete ? ['continue'] : [];
    expect([code, notes]).toEqual([isIncomplete ? 2 : 0, [...troubles, 'ids', 'values', 'advice', ...last]]);
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

  test('apply reads eight mock services at a time, changes four, and creates one by one', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `S${index}`);
    const old = Array.from({ length: 9 }, (_, index) => `Old ${index}`);
    const { fake, run } = await serviceWith({ mockServices: [...names, ...old].map((title) => ({ title })) });
    const most: Record<string, number> = {};
    const now: Record<string, number> = {};
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const method = init.method ?? '';
      now[method] = (now[method] ?? 0) + 1;
      most[method] = Math.max(most[method] ?? 0, now[method]);
      try {
        return await fetch(url, init);
      } finally {
        now[method] -= 1;
      }
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const added = ['A', 'B', 'C'].map((title) => ({ title }));
    const mockServices = [...added, ...names.map((title) => ({ title, type: 'X' }))];
    await run(['apply', fileWith({ mockServices }), '--delete', '--yes']);
    expect(most).toEqual({ GET: 8, POST: 1, PUT: 4, DELETE: 4 });
    expect(titlesOf(fake)).toEqual([...names, 'A', 'B', 'C']);
  });

  test.each(['diff', 'apply'])('%s stops reading after a failure', async (command) => {
    const mockServices = Array.from({ length: 60 }, (_, index) => ({ title: `S${index}` }));
    const { fake, run } = await serviceWith({ mockServices });
    const fault = fake.faults.add({ operation: 'getMockService', status: 418 });
    expect((await run([command, fileWith({ mockServices })])).code).toBe(2);
    expect(fault.used).toBeLessThanOrEqual(8);
  });

  test.each(
    [400, 403, 404, 405, 409, 410, 500].flatMap((status) => [
      ['apply --delete', status] as const,
      ['delete', status] as const,
    ]),
  )('%s fails if a delete gets %i, unless it is a 404 or 410', async (command, status) => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    fake.faults.add({ operation: 'deleteMockService', status });
    const what = command === 'delete' ? 'Old' : fileWith({ mockServices: [] });
    const { code, stdout, stderr } = await run([...command.split(' '), what, '--yes']);
    const isDeleted = status === 404 || status === 410;
    expect([code, /deleted "Old"/i.test(stdout)]).toEqual(isDeleted ? [0, true] : [2, false]);
    expect(stderr.includes(`the service responded with ${status}`)).toBe(!isDeleted);
  });

  test.each<[string, Seed, Parameters<FakeServer['faults']['add']>[0] | undefined]>([
    ['everything is new', {}, undefined],
    ['nothing differs', { mockServices: [{ title: 'A' }, { title: 'B' }] }, undefined],
    ['one mock service is unlisted', { mockServices: [{ title: 'Old' }, { title: 'A' }] }, undefined],
    ['the second create fails', {}, { operation: 'createMockService', status: 507, after: 1 }],
    ['the list fails', {}, { operation: 'listMockServices', status: 507 }],
    ['a title is ambiguous', { mockServices: [{ title: 'A' }, { title: 'A' }] }, undefined],
    ['a delete fails', { mockServices: [{ title: 'Old' }] }, { operation: 'deleteMockService', status: 507 }],
  ])('with --json, exit codes and stderr are the same as without, if %s', async (_name, seed, fault) => {
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

  test.each([
    [[idOf(1)], '1 id in the file has no effect'],
    [[idOf(1), idOf(2)], '2 ids in the file have no effect'],
  ])('apply counts the ids that have no effect: %s', async (ids, expected) => {
    const { run } = await serviceWith();
    const mockServices = ids.map((id, index) => ({ id, title: `S${index}` }));
    expect((await run(['apply', fileWith({ mockServices })])).stderr).toContain(expected);
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
