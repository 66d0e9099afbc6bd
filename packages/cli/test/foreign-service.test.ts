/** The program with a service that is not the fake server. */
import { describe, expect, test } from 'vitest';
import { foreignService } from './foreign-service.ts';
import { fileWith } from './support.ts';

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
