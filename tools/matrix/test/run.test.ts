import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Unavailable, type Cell } from '../cell.ts';
import { runCell, type Result } from '../run.ts';

const cell: Cell = {
  name: 'cell',
  kind: 'Runtimes',
  title: 'A cell',
  version: () => Promise.resolve('1.2.3'),
  run: () => Promise.resolve({}),
};

/** Runs a cell in a workshop without packages. */
async function run(given: Partial<Cell>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-matrix-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const workshop = {
    scenario: { esm: '', cjs: '', page: '' },
    tarballs: [],
    bench: () => Promise.resolve(folder),
    close: () => Promise.resolve(),
  };
  return runCell({ ...cell, ...given }, workshop, true);
}

test('a cell ends with what its program reported', async () => {
  const checks = [{ name: 'a check', ok: true }];
  const program = `await fetch(process.argv[2] + '/checks', { method: 'POST', body: '${JSON.stringify(checks)}' });`;
  const result = await run({
    run: async ({ write, execute, inbox }) => {
      await write({ 'deep/main.mjs': program });
      await execute(process.execPath, 'deep/main.mjs', inbox);
      return { note: '1 KB' };
    },
  });
  expect(result).toMatchObject({ cell: 'cell', version: '1.2.3', checks, note: '1 KB' });
  expect(result).not.toHaveProperty('failure');
});

test('its program reaches a fake on a port, with the admin endpoints and from any page', async () => {
  const { note } = await run({
    run: async ({ inbox }) => {
      const url = await (await fetch(`${inbox}/fake`)).text();
      const { status, headers } = await fetch(`${url}/__fake/state`, {
        headers: { origin: 'http://a.test' },
      });
      return { checks: [], note: `${status} ${headers.get('access-control-allow-origin')}` };
    },
  });
  expect(note).toBe('200 *');
});

test('a program that fails is a failure with its output', async () => {
  const result = await run({
    run: async ({ write, execute }) => {
      await write({ 'main.mjs': `console.log('printed'); process.exit(3);` });
      await execute(process.execPath, 'main.mjs');
      return {};
    },
  });
  expect(result.failure).toMatch(/main\.mjs ended with 3:\nprinted/);
});

test('a program that ends well without a report is a failure', async () => {
  expect((await run({})).failure).toMatch(/reported nothing/);
});

test('what the machine lacks is told apart', async () => {
  const lacking = await run({ run: () => Promise.reject(new Unavailable('there is no browser')) });
  expect(lacking).toMatchObject({ failure: 'there is no browser', unavailable: true });
});
