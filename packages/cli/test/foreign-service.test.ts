/** The program with a service that is not the fake server. */
import { createFakeServer, type Seed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { foreignService, workspaceId } from './foreign-service.ts';
import { fileWith, idOf, serviceWith } from './support.ts';

describe('a service that lists ids in upper case and reads them in lower case', () => {
  test('diff finds no difference after a dump', async () => {
    const { run } = await foreignService(['Orders', 'Payments']);
    const file = fileWith((await run(['dump'])).stdout);
    for (const args of [['diff'], ['diff', '--delete']])
      expect(await run([...args, file])).toEqual({ code: 0, stdout: '= 2 unchanged\n', stderr: '' });
  });

  test('apply --delete keeps what the file lists, however often it runs', async () => {
    const { run, stored } = await foreignService(['Orders', 'Old']);
    const before = [...stored.keys()][0];
    const file = fileWith({ mockServices: [{ title: 'Orders', type: 'SOAP' }, { title: 'New' }] });
    const args = ['apply', file, '--delete', '--yes'];
    const first = await run(args);
    expect([first.code, first.stdout]).toEqual([
      0,
      expect.stringContaining('1 created, 1 updated, 1 deleted, 0 unchanged.'),
    ]);
    for (const _ of [1, 2]) expect((await run(args)).stdout).toBe('= 2 unchanged\n');
    expect(Array.from(stored.values(), ({ title, type }) => [title, type])).toEqual([
      ['Orders', 'SOAP'],
      ['New', 'REST'],
    ]);
    expect([...stored.keys()][0]).toBe(before);
  });
});

describe('a service that writes +00:00, adds fields, refuses every third request and is slow', () => {
  const entry = (n: number) => ({
    id: idOf(n),
    request: {
      hostname: 'shop.example',
      port: 443,
      path: `/${n}`,
      method: 'GET',
      headers: {},
      bodyBase64Encoded: '',
    },
    response: { statusCode: 200, headers: {}, bodyBase64Encoded: '', responseTimeMs: 7, cached: false },
    metadata: { scenarioId: idOf(9), tags: ['a'] },
    timestamp: '2026-01-02T03:04:05.678+00:00',
  });

  test('all commands that read print what it has', async () => {
    const { run, log } = await foreignService(['Orders']);
    log.push(entry(1));
    for (const [command, expected] of [
      ['list', /\+00:00 {2}Orders\n/],
      ['get Orders', /^Orders\nid /],
      ['workspaces', /\+00:00 {2}Checkout\n/],
      ['har Checkout', /"url": "https:\/\/shop.example\/1"/],
    ] as const)
      expect(await run(command.split(' '))).toEqual({
        code: 0,
        stdout: expect.stringMatching(expected) as string,
        stderr: '',
      });
  });

  test('a complete dump is a seed of the fake server, and a file for diff', async () => {
    const { run, log } = await foreignService(['Orders']);
    log.push(entry(1));
    const { stdout } = await run(['dump', '--workspaces', '--activity', workspaceId]);
    const fake = createFakeServer({ seed: JSON.parse(stdout) as Seed });
    expect(fake.mockServices.list()).toMatchObject([{ title: 'Orders' }]);
    expect(fake.workspaces.getConfiguration(workspaceId)).toMatchObject({ title: 'Checkout' });
    expect(fake.activity.list(workspaceId)).toHaveLength(1);
    expect(await run(['diff', fileWith(stdout)])).toMatchObject({ code: 0 });
  });

  test('tail prints each exchange once, although the id changes its case', async () => {
    const { run, log } = await foreignService();
    log.push(entry(0xa));
    const stopping = new AbortController();
    const lines: string[] = [];
    const ended = run(['tail', 'Checkout'], {
      stopped: stopping.signal,
      onOut: (line) => {
        if (lines.push(line) === 2) stopping.abort('SIGINT');
        else setTimeout(() => log.push(entry(0xb)), 500);
      },
    });
    expect(await ended).toMatchObject({ code: 130 });
    expect(lines).toEqual([
      '2026-01-02 03:04:05  200  GET     shop.example/10  7 ms',
      '2026-01-02 03:04:05  200  GET     shop.example/11  7 ms',
    ]);
  });

  test('delete and clear find what they are told', async () => {
    const { run, stored, log } = await foreignService(['Orders', 'Old']);
    log.push(entry(1));
    const [, old = ''] = stored.keys();
    expect(await run(['delete', old, 'Orders', '--yes'])).toMatchObject({ code: 0 });
    expect(await run(['clear', 'Checkout', '--yes'])).toMatchObject({ code: 0 });
    expect([stored.size, log.length]).toEqual([0, 0]);
  });
});

describe('a service that changes what it stores', () => {
  const given = {
    mockServices: [
      { title: 'Orders', config: { cors: { allowedMethods: ['get'] } } },
      { title: 'New', config: { upstreams: [{ name: 'live', url: 'https://new.example/' }] } },
    ],
  };

  test('apply says which values the service changed, and diff agrees', async () => {
    const { run } = await foreignService(['Orders']);
    const file = fileWith(given);
    const { code, stdout, stderr } = await run(['apply', file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 created, 1 updated, 0 unchanged.')]);
    expect(stderr.replaceAll(/[\da-f-]{36}/gi, '<id>')).toBe(
      [
        'The service stored other values than the file has:',
        '  "New" <id>',
        '    config.upstreams[0].url: "https://new.example/" → "https://new.example"',
        '  "Orders" <id>',
        '    config.cors.allowedMethods: ["get"] → ["GET"]',
        'Write these values to the file. Otherwise, diff and apply find them again each time.',
        '',
      ].join('\n'),
    );
    const diff = await run(['diff', file]);
    expect([diff.code, diff.stdout]).toEqual([1, expect.stringContaining('0 unchanged')]);
    const paths = (text: string) => new Set(Array.from(text.matchAll(/^ {4}(\S+):/gm), ([, path]) => path));
    expect(paths(diff.stdout)).toEqual(paths(stderr));

    const [orders, added] = given.mockServices;
    const mended = fileWith({
      mockServices: [
        { ...orders, config: { cors: { allowedMethods: ['GET'] } } },
        { ...added, config: { upstreams: [{ name: 'live', url: 'https://new.example' }] } },
      ],
    });
    expect(await run(['diff', mended])).toMatchObject({ code: 0, stdout: '= 2 unchanged\n' });
  });

  test('--json has the changed values of each step', async () => {
    const { run } = await foreignService(['Orders']);
    const { done } = JSON.parse((await run(['apply', '--json', fileWith(given)])).stdout) as {
      done: readonly { title: string; altered: unknown }[];
    };
    expect(done.map(({ title, altered }) => [title, altered])).toEqual([
      ['New', [{ path: 'config.upstreams[0].url', from: 'https://new.example', to: 'https://new.example/' }]],
      ['Orders', [{ path: 'config.cors.allowedMethods', from: ['GET'], to: ['get'] }]],
    ]);
  });

  test('apply says that the service changed a title, because the file would create it again', async () => {
    const { run } = await foreignService();
    const { stderr } = await run(['apply', fileWith({ mockServices: [{ title: 'Orders ' }] })]);
    expect(stderr).toContain('\n    title: "Orders " → "Orders"\n');
  });

  test('additional fields that the service adds or counts up are not reported', async () => {
    const { run, stored } = await foreignService(['Orders']);
    const file = fileWith({ mockServices: [{ title: 'Orders', type: 'SOAP' }, { title: 'New' }] });
    expect(await run(['apply', file])).toMatchObject({ code: 0, stderr: '' });
    expect([...stored.values()][0]).toMatchObject({ revision: 2, config: { revision: 2 } });
  });

  test('apply succeeds if a new mock service cannot be read', async () => {
    const { fake, run } = await serviceWith();
    fake.faults.add({ operation: 'getMockService', status: 503 });
    expect(await run(['apply', fileWith({ mockServices: [{ title: 'New' }] })])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});
