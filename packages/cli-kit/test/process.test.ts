/** What a process does with its signals and streams, whichever program it runs. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileWith, start } from './support.ts';

/** Runs the steps of `start-small.ts`. The first argument is the exit code. */
const small = (args: readonly (string | number)[], redirection?: string) =>
  start('start-small.ts', args.map(String), redirection);

// After the first failure of a stream, the program writes to it twice more.
const many = ['out', 'error', 'pause', 'out', 'error', 'pause', 'error', 'out', 'pause'];

test('the exit code is what the program returns, after it has read stdin to its end', async () => {
  const path = fileWith('ü'.repeat(100_000));
  const steps = [1, 'out', 'error', 'stdin', 'out', 'error'];
  expect(await small(steps, `< <(cat '${path}'; sleep 0.3; echo x)`).ended).toEqual({
    code: 1,
    stdout: 'out\n200002\nout\n',
    stderr: 'error\nerror\n',
  });
});

test('a reader of stdout that has ended is no failure', async () => {
  expect(await small([1, ...many, 'is closed'], '> >(exec true)').ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error\nerror\nerror\nclosed: true\n',
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'output that cannot be written is reported once, with code 2 (needs /dev/full)',
  async () => {
    const { stderr, ...others } = await small([1, ...many], '> /dev/full').ended;
    const message = 'stdout cannot be written (ENOSPC).\n';
    expect({ ...others, stderr: stderr.replace(message, '') }).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error\nerror\nerror\n',
    });
    expect(stderr.split(message)).toHaveLength(2);
  },
);

test('the first signal lets the program end, and the second one kills it', async () => {
  const { child, ended } = small([0, 'until killed']);
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: null, stdout: 'waiting\nstopping after SIGINT\n' });
  expect(child.signalCode).toBe('SIGTERM');
});
