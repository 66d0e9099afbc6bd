import { describe, expect, test } from 'vitest';
import { freePort } from '../../../tools/lib/servers.ts';
import { idOf, launch, type RunOptions, serviceWith } from './support.ts';

describe('tail', () => {
  const seed = (...paths: string[]) => ({
    workspaces: [{ id: idOf(1), name: 'Checkout' }],
    activity: { [idOf(1)]: paths.map((path) => ({ request: { path } })) },
  });

  /** Runs `tail` until `stop` is called. */
  function follow(
    run: (args: readonly string[], options: RunOptions) => Promise<unknown>,
    ...args: string[]
  ) {
    const lines: string[] = [];
    const errors: string[] = [];
    const stopping = new AbortController();
    const ended = run(['tail', idOf(1), ...args], {
      stopped: stopping.signal,
      onOut: (line) => lines.push(line),
      onError: (line) => errors.push(line),
    });
    const stop = () => {
      stopping.abort('SIGINT');
      return ended;
    };
    return { lines, errors, stop };
  }

  test('--method, --path, --status and --host filter the output; --json prints NDJSON', async () => {
    const { fake, run } = await serviceWith(seed());
    const wanted = {
      request: { method: 'POST', hostname: 'a.example', path: '/orders/1' },
      response: { statusCode: 404 },
    };
    for (const changes of [{ method: 'GET' }, { hostname: 'b.test' }, { path: '/x' }])
      fake.activity.record(idOf(1), { ...wanted, request: { ...wanted.request, ...changes } });
    fake.activity.record(idOf(1), { ...wanted, response: { statusCode: 200 } });
    const { id } = fake.activity.record(idOf(1), wanted);
    const args = [
      '--method',
      'post',
      '--path',
      '/orders/:id',
      '--status',
      '4xx',
      '--host',
      '*.example',
      '--json',
    ];
    const { lines, stop } = follow(run, ...args);
    await expect.poll(() => lines.length).toBe(1);
    await stop();
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([id]);
  });

  test('--slower-than, --since and --scenario-id filter the output', async () => {
    const { fake, run } = await serviceWith(seed());
    const wanted = {
      timestamp: '2026-03-01T10:00:00.000Z',
      metadata: { scenarioId: idOf(0xa) },
      response: { responseTimeMs: 13 },
    };
    fake.activity.record(idOf(1), { ...wanted, response: { responseTimeMs: 12 } });
    fake.activity.record(idOf(1), { ...wanted, timestamp: '2026-03-01T09:59:59.999Z' });
    fake.activity.record(idOf(1), { ...wanted, metadata: { scenarioId: idOf(2) } });
    const { id } = fake.activity.record(idOf(1), wanted);
    const since = '2026-03-01T11:00:00+01:00';
    const scenarioId = idOf(0xa).toUpperCase();
    const args = ['--slower-than', '12ms', '--since', since, '--scenario-id', scenarioId, '--json'];
    const { lines, stop } = follow(run, ...args);
    await expect.poll(() => lines.length).toBe(1);
    await stop();
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([id]);
  });

  test.each(['tail', 'tail --json'])('%s redacts credentials unless they are requested', async (line) => {
    const args = line.split(' ').slice(1);
    const headers = { authorization: 'Bearer hunter2' };
    const exchange = { request: { path: '/x?api_key=hunter2', headers } };
    const { run } = await serviceWith({ ...seed(), activity: { [idOf(1)]: [exchange] } });
    for (const [option, isShown] of [[[], false] as const, [['--include-credentials'], true] as const]) {
      const { lines, stop } = follow(run, ...args, ...option);
      await expect.poll(() => lines.length).toBe(1);
      await stop();
      expect(lines[0]?.includes('hunter2')).toBe(isShown);
    }
  });

  test.each(['tail', 'wait'])('%s --json prints each entry on one line, as it is', async (command) => {
    const exchange = {
      timestamp: '2026-01-02T03:04:05.678Z',
      metadata: { scenarioId: idOf(7), tags: ['a', 'b'] },
      request: { path: '/a\u009b?b="c"', headers: { x: 'a\u2028b' }, body: 'first\nsecond' },
    };
    const later = { timestamp: '2026-01-03T00:00:00Z', request: { path: '/last' } };
    const { fake, run } = await serviceWith({ ...seed(), activity: { [idOf(1)]: [exchange, later] } });
    const stopping = new AbortController();
    const { stdout } = await run([command, idOf(1), '--json', '--local-time'], {
      stopped: stopping.signal,
      onOut: (line) => {
        if (line.includes('/last')) stopping.abort('SIGINT');
      },
    });
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      fake.activity.list(idOf(1)).slice(0, command === 'tail' ? 2 : 1),
    );
  });

  test.each([
    ['tail', 'Waiting for matching exchanges … (Ctrl+C to stop)', 130],
    ['wait', 'Waiting for a matching exchange …', 0],
  ])(
    '%s finds a workspace by its name, and says on a terminal that it waits',
    async (command, status, expected) => {
      const { fake, run } = await serviceWith(seed());
      const stopping = new AbortController();
      const [lines, statuses]: string[][] = [[], []];
      const ended = run([command, 'Checkout', '--status', '5xx'], {
        stopped: stopping.signal,
        status: (text) => statuses?.push(text),
        onOut: (line) => lines?.push(line),
      });
      await expect.poll(() => statuses).toEqual([status]);
      fake.activity.record(idOf(1), { response: { statusCode: 503 } });
      await expect.poll(() => lines?.length).toBe(1);
      stopping.abort('SIGINT');
      expect(await ended).toMatchObject({ code: expected, stderr: '' });
      expect(statuses).toEqual([status, '']);
    },
  );

  test('tail continues when a stopped service is back, and prints no entry twice', async () => {
    const port = await freePort();
    const first = await serviceWith(seed('/1', '/2'), port);
    const { lines, errors, stop } = follow(first.run);
    await expect.poll(() => lines.length).toBe(2);
    const log = [...first.fake.activity.list(idOf(1)), { request: { path: '/3' } }];
    await first.close();
    await expect.poll(() => errors.at(-1)).toMatch(/Waiting for the service …$/);
    await serviceWith({ workspaces: [{ id: idOf(1) }], activity: { [idOf(1)]: log } }, port);
    await expect.poll(() => lines.length).toBe(3);
    expect(errors.at(-1)).toBe('The service is back.');
    await stop();
    expect(lines.map((line) => line.split('/').at(-1)?.slice(0, 1))).toEqual(['1', '2', '3']);
  });

  test('tail prints on stderr when the service stops responding and responds again', async () => {
    const { fake, run } = await serviceWith(seed('/1'));
    const { lines, stop } = follow(run);
    await expect.poll(() => lines.length).toBe(1);
    fake.faults.add({ operation: 'listActivity', status: 503, times: 3 });
    await expect.poll(() => fake.faults.list()[0]?.used).toBeGreaterThan(0);
    fake.activity.record(idOf(1), { request: { path: '/2' } });
    await expect.poll(() => lines.length).toBe(2);
    const { stderr } = (await stop()) as { stderr: string };
    expect(stderr).toMatch(
      /^GET \S+ the service responded with 503 after 3 attempts.\n[^]*Waiting for the service …\nThe service is back.\n$/,
    );
  });

  test('tail exits with 2 if the first read fails', async () => {
    const { run } = await serviceWith();
    expect(await run(['tail', idOf(1)])).toMatchObject({ code: 2 });
    expect(await run(['--url', 'http://127.0.0.1:1', 'tail', idOf(1)])).toMatchObject({ code: 2 });
  });

  test('tail exits with 130 on Ctrl+C in a terminal', async () => {
    const { url } = await serviceWith(seed('/1'));
    const { child, ended } = launch(['tail', idOf(1), '--url', url]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stderr: '' });
  });
});
