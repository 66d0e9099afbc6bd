/** The program, mostly in its own process, against services that fail, and processes that die. */
import { getEventListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apply, dump } from '../src/code-commands.ts';
import type { FakeServer } from '@mock-services/fake-server/core';
import type { OperationId } from '@mock-services/sdk/contract';
import {
  config,
  contentsOf,
  directService,
  fileWith,
  idOf,
  inVirtualTime,
  launch,
  newFolder,
  serviceWith,
  titlesOf,
} from './support.ts';

const orders = { title: 'Orders', config: config() };
const three = ['A', 'B', 'C'].map((title) => ({ ...orders, title }));

const posts = (fake: Pick<FakeServer, 'journal'>) => fake.journal.find({ method: 'POST' }).length;

/** Serves mock services without a port. `run` applies a file in virtual time. */
function start(...mockServices: { title: string }[]) {
  const { fake, context, printed } = directService({ mockServices });
  const run = async (options: Parameters<typeof apply>[2] = {}) => {
    Object.assign(printed, { stdout: '', stderr: '' });
    const file = fileWith({ mockServices: three });
    const ended = await inVirtualTime(async () => ({
      code: await apply(context, file, options),
      endedAt: Date.now(),
    }));
    return { ...ended, ...printed };
  };
  /** Number of abort listeners, which grows if pauses and requests do not remove theirs. */
  const listeners = () => getEventListeners(context.terminal.stopped, 'abort').length;
  return { fake, run, listeners };
}

test('of updates that fail at the same time, each is listed with its own reason', async () => {
  const { fake, run } = start(...three.map(({ title }) => ({ title })));
  for (const [index, status] of [400, 403, 409].entries())
    fake.faults.add({
      operation: 'updateMockService',
      status,
      times: 1,
      match: { body: { data: { title: 'ABC'[index] } } },
    });
  const { code, stdout, stderr } = await run();
  expect(code).toBe(2);
  for (const [index, status] of [400, 403, 409].entries())
    expect(stderr).toMatch(
      new RegExp(
        `✗ update "${'ABC'[index]}" failed:\\n    PUT \\S+: the service responded with ${status}\\.\\n`,
      ),
    );
  expect(stdout).toContain('3 failed, 0 unchanged.');
});

describe('creates', () => {
  test.each([
    ['the connection is reset', { reset: true }],
    ['a proxy responds with 502', { status: 502 }],
    ['a proxy responds with a page', { notJson: true }],
    ['no response arrives in time', { hang: true }],
  ])('a create that took effect is not resent, even if %s', async (_name, ending) => {
    const { fake, run } = start({ title: 'Z' });
    fake.faults.add({ operation: 'createMockService', after: 1, times: 1, takesEffect: true, ...ending });
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`✓ created "B" ${fake.mockServices.list()[2]?.id.toUpperCase()}\n`);
    expect([titlesOf(fake), posts(fake)]).toEqual([['Z', 'A', 'B', 'C'], 3]);
  });

  test.each([
    ['the connection is reset', { reset: true }, 0],
    ['no response arrives in time', { hang: true }, 10_000],
  ])('a create is not resent if it takes effect after %s', async (_name, ending, endsAfter) => {
    const { fake, run } = start();
    fake.faults.add({
      operation: 'createMockService',
      ...ending,
      times: 1,
      match: () => {
        setTimeout(() => fake.mockServices.add(three[0] ?? {}), endsAfter + 200);
        return true;
      },
    });
    expect([(await run()).code, titlesOf(fake), posts(fake)]).toEqual([0, ['A', 'B', 'C'], 3]);
  });

  test.each([['a request to wait', { status: 503, headers: { 'retry-after': '25' } }]])(
    'Ctrl+C ends the program without a pause if a create gets %s',
    async (_name, ending) => {
      const { fake, context, printed } = directService({});
      const stopping = new AbortController();
      const stopped = { at: 0 };
      // The request is in flight when the program is stopped.
      fake.faults.add({
        operation: 'createMockService',
        delay: 500,
        ...ending,
        match: () => {
          stopping.abort('SIGINT');
          stopped.at = Date.now();
          return true;
        },
      });
      const terminal = { ...context.terminal, stopped: stopping.signal };
      const file = fileWith({ mockServices: three });
      const [code, endedAt] = await inVirtualTime(async () => [
        await apply({ ...context, terminal }, file, {}),
        Date.now(),
      ]);
      expect([code, posts(fake)]).toEqual([130, 1]);
      expect(printed.stderr).toContain('To continue, run the command again.');
      expect(endedAt - stopped.at).toBeLessThan(1000);
    },
  );

  test('a create is not resent after a timeout, because it may still take effect', async () => {
    const { fake, run } = start();
    fake.faults.add({ operation: 'createMockService', hang: true });
    const { code, stderr } = await run();
    expect([code, posts(fake)]).toEqual([2, 1]);
    expect(stderr).toMatch(
      /✗ create "A" failed:\n {4}createMockService: the time limit of 10000 ms expired [^\n]* Pass a longer --timeout.\n/,
    );
  });

  test('a create is not resent if the list of mock services cannot be read', async () => {
    const { fake, run } = start();
    fake.faults.add({ operation: 'createMockService', reset: true, times: 1 });
    fake.faults.add({ operation: 'listMockServices', status: 500, after: 1 });
    const { code, stderr } = await run();
    expect([code, posts(fake), stderr]).toEqual([
      2,
      1,
      expect.stringContaining('createMockService: ') as string,
    ]);
  });
});

describe('retries', () => {
  test('every operation succeeds after two responses with 503', async () => {
    const { fake, run } = start({ title: 'A' }, { title: 'Old' });
    for (const operation of [
      'listMockServices',
      'getMockService',
      'createMockService',
      'updateMockService',
      'deleteMockService',
    ] as const)
      fake.faults.add({ operation, status: 503, times: 2 });
    expect(await run({ delete: true, yes: true })).toMatchObject({ code: 0, stderr: '' });
    expect(contentsOf(fake)).toMatchObject(three);
  });

  test.each([
    ['createMockService', '30'],
    ['updateMockService', '20'],
  ] as const)('%s waits as long as Retry-After says after a 429', async (operation, seconds) => {
    const { fake, run } = start({ title: 'A' });
    const sent: number[] = [];
    const match = () => sent.push(Date.now()) > 0;
    fake.faults.add({ operation, status: 429, headers: { 'retry-after': seconds }, times: 1, match });
    const { code, endedAt } = await run();
    expect([code, titlesOf(fake)]).toEqual([0, ['A', 'B', 'C']]);
    expect(endedAt - (sent[0] ?? 0)).toBeGreaterThanOrEqual(Number(seconds) * 1000);
  });

  test('a create and an update are sent again after the same statuses', async () => {
    const temporary = [408, 429, 500, 502, 503, 504];
    for (const status of [400, 404, 409, 501, 507, ...temporary]) {
      const attempts = temporary.includes(status) ? 3 : 1;
      for (const [operation, method] of [
        ['createMockService', 'POST'],
        ['updateMockService', 'PUT'],
      ] as const) {
        const { fake, run } = start(...(method === 'PUT' ? three.map(({ title }) => ({ title })) : []));
        const match = method === 'PUT' ? { match: { body: { data: { title: 'A' } } } } : {};
        const fault = fake.faults.add({ operation, status, ...match });
        expect([status, method, (await run()).code, fault.used]).toEqual([status, method, 2, attempts]);
      }
    }
  });

  test.each([
    ['a 503', { status: 503 }, [300, 600]],
    ['a 503 that asks for one second', { status: 503, headers: { 'retry-after': '1' } }, [1000, 1000]],
  ])('the pauses before a create is resent double after %s', async (_name, ending, expected) => {
    const { fake, run, listeners } = start();
    const sent: number[] = [];
    const match = () => sent.push(Date.now()) > 0;
    fake.faults.add({ operation: 'createMockService', ...ending, match });
    expect([(await run()).code, listeners()]).toEqual([2, 0]);
    expect(sent.slice(1).map((time, index) => time - (sent[index] ?? 0))).toEqual(expected);
  });

  test('a create fails if Retry-After asks for more than 30 seconds', async () => {
    const { fake, run } = start();
    fake.faults.add({ operation: 'createMockService', status: 429, headers: { 'retry-after': '31' } });
    expect((await run()).stderr).toContain('responded with 429');
    expect(posts(fake)).toBe(1);
  });

  test('apply retries a reset update; after lasting resets, the next apply continues', async () => {
    const { fake, run } = start(...three.map(({ title }) => ({ title })));
    const fault = fake.faults.add({ operation: 'updateMockService', reset: true, after: 1 });
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).toEqual([2, expect.stringMatching(/\n1 updated, 2 failed, 0 unchanged.\n$/)]);
    expect(stderr).toMatch(/^✗ update "[ABC]" failed:\n/);
    fault.remove();
    fake.faults.add({ operation: 'updateMockService', reset: true, times: 1, takesEffect: true });
    const again = await run();
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('2 updated, 1 unchanged.')]);
    expect(contentsOf(fake)).toMatchObject(three);
  });

  test('a failed dump prints nothing to stdout', async () => {
    const { fake, context, printed } = directService({ mockServices: three });
    fake.faults.add({ operation: 'getMockService', truncated: true, after: 1 });
    await expect(inVirtualTime(() => dump(context, {}))).rejects.toThrow('getMockService: ');
    expect(printed).toEqual({ stdout: '', stderr: '' });
  });
});

describe('the process', () => {
  // During the pause, only its timer keeps the process alive.
  test.each<[string, OperationId, number]>([
    ['apply FILE', 'createMockService', 0],
    ['tail Checkout', 'listActivity', 130],
  ])('of %s waits before it sends a failed %s again', async (command, operation, expected) => {
    const { fake, url } = await serviceWith({ workspaces: [{ id: idOf(1), name: 'Checkout' }] });
    const file = fileWith({ mockServices: three });
    const args = command.split(' ').map((arg) => (arg === 'FILE' ? file : arg));
    const isTail = expected === 130;
    // If its first read fails, `tail` gives up. Later, the client makes three attempts before `tail` waits itself.
    const fault = fake.faults.add({ operation, status: 503, after: isTail ? 1 : 0, times: isTail ? 4 : 1 });
    const { child, ended } = launch([...args, '--url', url]);
    if (isTail) child.stdout.once('data', () => child.kill('SIGINT'));
    await expect.poll(() => fault.used, { timeout: 60_000 }).toBe(isTail ? 4 : 1);
    fake.activity.record(idOf(1), { request: { path: '/last' } });
    expect(await ended).toMatchObject({ code: expected, stdout: expect.stringMatching(/\S/) as string });
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s lets the current request finish, and the program prints what was done',
    async (signal, exitCode) => {
      const { fake, url } = await serviceWith();
      const { child, ended } = launch(['apply', fileWith({ mockServices: three }), '--url', url]);
      let requests = 0;
      const interrupt = () => ((requests += 1), requests !== 2 || child.kill(signal));
      fake.faults.add({ operation: 'createMockService', delay: '1s', after: 1, match: interrupt });
      const { code, stdout, stderr } = await ended;
      expect([code, titlesOf(fake)]).toEqual([exitCode, ['A', 'B']]);
      expect(stdout).toMatch(/created "A" \S+\n✓ created "B" \S+\n2 created, 1 not tried, 0 unchanged.\n$/);
      expect(stderr).toBe('Not tried:\n    + create "C"\nTo continue, run the command again.\n');
    },
  );

  test('a second Ctrl+C kills the program during a request without a response', async () => {
    const { fake, url } = await serviceWith();
    const fault = fake.faults.add({ operation: 'createMockService', hang: true });
    const file = fileWith({ mockServices: three });
    const { child, ended } = launch(['apply', file, '--url', url, '--timeout', '30s']);
    await expect.poll(() => fault.used).toBe(1);
    // The first signal changes nothing that can be seen.
    const again = setInterval(() => child.kill('SIGINT'), 200);
    const { stdout, stderr } = await ended.finally(() => clearInterval(again));
    expect([child.signalCode, stdout, stderr]).toEqual([
      'SIGINT',
      `Plan for ${url}\n+ create "A"\n+ create "B"\n+ create "C"\n= 0 unchanged\n`,
      '',
    ]);
  });

  test('Ctrl+C during a dump ends the program at once and leaves no file', async () => {
    const { fake, url } = await serviceWith({ mockServices: three });
    fake.faults.add({ operation: 'getMockService', hang: true });
    const path = join(newFolder(), 'mocks.json');
    const { child, ended } = launch(['dump', '--url', url, '-o', path]);
    await expect.poll(() => fake.faults.list()[0]?.used).toBeGreaterThan(0);
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: 'Stopped.\n' });
    expect(existsSync(path)).toBe(false);
  });
});
