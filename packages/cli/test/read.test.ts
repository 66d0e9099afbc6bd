/** The commands that print what a service has. */
import { expect, test } from 'vitest';
import { idOf, serviceWith } from './support.ts';

const done = { code: 0, stderr: '' };

test('each column has its own value, and is as wide as its widest value', async () => {
  const workspace = { createdAt: '2026-01-02T00:00:00Z', expiresAt: '2026-01-05T00:00:00.5Z' };
  const { run } = await serviceWith({
    mockServices: [
      {
        id: idOf(1),
        type: 'GraphQL',
        title: 'Orders',
        createdAt: '2026-01-03T00:00:00Z',
        updatedAt: '2026-01-04T00:00:00Z',
      },
      {
        id: idOf(2),
        type: 'X',
        title: 'B',
        createdAt: '2026-01-03T00:00:00Z',
        updatedAt: '2026-01-04T00:00:00.25Z',
      },
    ],
    workspaces: [{ id: idOf(3), name: 'Checkout', ...workspace }],
  });
  const id = 'ID'.padEnd(36);
  expect((await run(['list'])).stdout.split('\n')).toEqual([
    `${id}  TYPE     UPDATED                  TITLE`,
    `${idOf(1)}  GraphQL  2026-01-04T00:00:00Z     Orders`,
    `${idOf(2)}  X        2026-01-04T00:00:00.25Z  B`,
    '',
  ]);
  expect((await run(['workspaces'])).stdout.split('\n')).toEqual([
    `${id}  CREATED               EXPIRES                 NAME`,
    `${idOf(3)}  2026-01-02T00:00:00Z  2026-01-05T00:00:00.5Z  Checkout`,
    '',
  ]);
  expect((await run(['get', 'Orders'])).stdout.split('\n').slice(0, 6)).toEqual([
    'Orders',
    `id       ${idOf(1)}`,
    'type     GraphQL',
    'created  2026-01-03T00:00:00Z',
    'updated  2026-01-04T00:00:00Z',
    'config   {',
  ]);
});

test.each([
  ['Ordrs', ' Did you mean Orders?'],
  ['payments', ' Did you mean Payments?'],
  ['catalog (old)', ' Did you mean Catalogue (old)?'],
  ['Odds', ''],
])('the message about the unknown title %s suggests a similar one', async (title, meant) => {
  const titles = ['Payments (old)', 'Payments', 'Orders', 'Catalogue (old)'];
  const { run } = await serviceWith({ mockServices: titles.map((title) => ({ title })) });
  expect((await run(['get', title])).stderr).toBe(
    `No mock service has the id or title "${title}".${meant} \`mock-services list\` lists all.\n`,
  );
});

test.each([
  ['list', 'ID  TYPE  UPDATED  TITLE\n', []],
  ['workspaces', 'ID  CREATED  EXPIRES  NAME\n', []],
])('%s prints only the head of the table, or an empty list', async (command, head, data) => {
  const { run } = await serviceWith();
  expect(await run([command])).toEqual({ ...done, stdout: head });
  const { stdout, ...ended } = await run([command, '--json']);
  expect([ended, JSON.parse(stdout)]).toEqual([done, data]);
});

test.each(['har', 'clear --yes'])('%s rejects an unknown or ambiguous name', async (command) => {
  const ids = [idOf(2), idOf(3)];
  const twins = ids.map((id) => ({ id, name: 'Twin' }));
  const { run } = await serviceWith({ workspaces: [{ name: 'Checkout' }, ...twins] });
  expect(await run([...command.split(' '), 'Chekout'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'No workspace has the id or name "Chekout". Did you mean Checkout? `mock-services workspaces` lists all.\n',
  });
  expect((await run([...command.split(' '), 'Twin'])).stderr).toBe(
    `"Twin" is the name of 2 workspaces:\n  ${ids.join('\n  ')}\nPass the id of one of them.\n`,
  );
});
