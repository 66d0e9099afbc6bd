/** What happens if the reader of the output ends first, or the output cannot be written. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileWith, idOf, serviceWith, shell, titlesOf } from './support.ts';

const seed = {
  mockServices: [{ title: 'Orders' }],
  workspaces: [{ id: idOf(1), name: 'Checkout' }],
  activity: { [idOf(1)]: [{ request: { path: '/first' } }, { request: { path: '/second' } }] },
};
const file = () => fileWith({ mockServices: ['A', 'B', 'C'].map((title) => ({ title })) });

test.each([
  ['head -1', ''],
  ['grep -m1 /awaited', ''],
  ['head -1', '--json'],
])('tail ends when its reader has ended: | %s %s', async (reader, option) => {
  const { fake, url } = await serviceWith(seed);
  const script = `cli tail Checkout ${option} | ${reader}; echo "\${PIPESTATUS[*]}"`;
  const { ended } = shell(script, url);
  const recording = setInterval(() => fake.activity.record(idOf(1), { request: { path: '/awaited' } }), 100);
  const { code, stdout, stderr } = await ended.finally(() => clearInterval(recording));
  expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^[^\n]+\n0 0\n$/)]);
});

test.each([
  ['list', 0],
  ['workspaces', 0],
  ['get Orders', 0],
  ['dump', 0],
  ['dump -o -', 0],
  ['har Checkout', 0],
  ['diff "$file"', 1],
  ['--help', 0],
])('%s keeps its exit code %i without a reader', async (command, expected) => {
  const { url } = await serviceWith(seed);
  const script = `{ sleep 0.1; cli ${command}; echo $? >&2; } | true`;
  expect((await shell(script, url, { file: file() }).ended).stderr).toBe(`${expected}\n`);
});

test('apply performs its whole plan without a reader', async () => {
  const { fake, url } = await serviceWith();
  const { code } = await shell('set -o pipefail; cli apply "$file" | head -1', url, { file: file() }).ended;
  expect([code, titlesOf(fake)]).toEqual([0, ['A', 'B', 'C']]);
});

test.runIf(existsSync('/dev/full')).each(['list', 'dump', 'tail Checkout', 'apply "$file"', '--version'])(
  '%s exits with 2 if the disk is full',
  async (command) => {
    const { fake, url } = await serviceWith(seed);
    const { code, stderr } = await shell(`cli ${command} > /dev/full`, url, { file: file() }).ended;
    expect([code, stderr]).toEqual([2, 'stdout cannot be written (ENOSPC).\n']);
    expect(titlesOf(fake).length).toBe(command.startsWith('apply') ? 4 : 1);
  },
);
