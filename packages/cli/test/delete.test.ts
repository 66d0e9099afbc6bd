/** The commands `delete` and `clear`. */
import { PassThrough } from 'node:stream';
import { ask } from '@mock-services/cli-kit';
import type { OperationId } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
import { config, fileWith, idOf, serviceWith, titlesOf } from './support.ts';

const orders = { title: 'Orders', config: config() };
const done = { code: 0, stderr: '' };

test('delete asks first, and deletes nothing if a name is unknown or ambiguous', async () => {
  const { fake, run } = await serviceWith({
    mockServices: [orders, orders, { title: 'A' }, { title: 'B' }],
  });
  expect(await run(['delete', 'A', 'Nope', '--yes'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/ lists all\.\nNothing was deleted\.\n$/) as string,
  });
  expect((await run(['delete', 'A', 'Orders', '--yes'])).stderr).toMatch(
    /is the title of 2 mock services[^]*\nNothing was deleted\.\n$/,
  );
  expect((await run(['delete', 'Nope', '--yes'])).stderr).toMatch(/^[^\n]* lists all\.\n$/);
  expect((await run(['delete', 'A'])).stderr).toContain('Pass --yes');
  expect((await run(['delete', 'A'], { answers: [false] })).code).toBe(2);
  expect(titlesOf(fake)).toEqual(['Orders', 'Orders', 'A', 'B']);
  const { code, stderr } = await run(['delete', 'A', 'B', 'A'], { answers: [true] });
  expect([code, stderr]).toEqual([0, expect.stringContaining('Delete 2 mock services?') as string]);
  expect(titlesOf(fake)).toEqual(['Orders', 'Orders']);
});

test('before delete asks, it lists what it will delete, in the order of the arguments', async () => {
  const { fake, run } = await serviceWith({
    mockServices: ['A', 'B "b"', 'C'].map((title, index) => ({ id: idOf(index), title })),
  });
  const { stdout, stderr } = await run(['delete', 'C', idOf(1).toUpperCase()], { answers: [true] });
  const lines = [`"C" ${idOf(2)}`, String.raw`"B \"b\"" ${idOf(1)}`];
  expect(stderr).toBe(`${lines.join('\n')}\nDelete 2 mock services?\n`);
  expect(stdout).toBe(lines.map((line) => `Deleted ${line}\n`).join(''));
  expect(fake.journal.find({ method: 'DELETE' }).map(({ request }) => request.path.slice(-36))).toEqual(
    [2, 1].map(idOf),
  );
});

test.each([
  ['A', 'A'],
  ['A', idOf(10).toUpperCase(), idOf(10)],
])('delete deletes once what several names mean: %s', async (...names) => {
  const mockServices = [
    { id: idOf(10), title: 'A' },
    { id: idOf(11), title: 'B' },
  ];
  for (const json of [[], ['--json']]) {
    const { fake, run } = await serviceWith({ mockServices });
    const { code, stdout, stderr } = await run(['delete', ...names, '--yes', ...json]);
    expect([code, stderr, titlesOf(fake)]).toEqual([0, '', ['B']]);
    expect(stdout.match(/"A"/g)).toEqual(['"A"']);
  }
});

test('after Ctrl+C, delete completes the current request, and keeps the rest', async () => {
  const { fake, run } = await serviceWith({ mockServices: ['A', 'B', 'C'].map((title) => ({ title })) });
  const stopping = new AbortController();
  const match = () => (stopping.abort('SIGINT'), true);
  fake.faults.add({ operation: 'deleteMockService', delay: 1, match });
  const { code, stdout } = await run(['delete', 'A', 'B', 'C', '--yes'], { stopped: stopping.signal });
  expect([code, stdout, titlesOf(fake)]).toEqual([
    130,
    expect.stringMatching(/^Deleted "A" \S+\n$/) as string,
    ['B', 'C'],
  ]);
});

test.each([
  ['a failure', 1, 2, 'the service responded with 507'],
  ['Ctrl+C', 1, 130, 'Stopped.'],
])('with --json, delete lists what it deleted before %s: %i', async (event, count, expected, message) => {
  const { fake, run } = await serviceWith({ mockServices: ['A', 'B', 'C'].map((title) => ({ title })) });
  const deleted = fake.mockServices.list().slice(0, count);
  const stopping = new AbortController();
  if (event === 'Ctrl+C') {
    const match = () => (stopping.abort('SIGINT'), true);
    fake.faults.add({ operation: 'deleteMockService', delay: 1, match });
  } else fake.faults.add({ operation: 'deleteMockService', status: 507, after: count });
  const args = ['delete', 'A', 'B', 'C', '--yes', '--json'];
  const { code, stdout, stderr } = await run(args, { stopped: stopping.signal });
  expect([code, JSON.parse(stdout)]).toEqual([
    expected,
    { deleted: deleted.map(({ id, title }) => ({ id, title })) },
  ]);
  expect(stderr).toContain(message);
  expect(titlesOf(fake)).toEqual(['A', 'B', 'C'].slice(count));
});

test('delete succeeds if somebody else has already deleted a mock service', async () => {
  const { fake, run } = await serviceWith({ mockServices: ['A', 'B'].map((title) => ({ title })) });
  fake.faults.add({ operation: 'deleteMockService', status: 404, times: 1 });
  expect(await run(['delete', 'A', 'B', '--yes'])).toMatchObject(done);
  expect(titlesOf(fake)).toEqual(['A']);
});

test.each(['delete A', 'delete A --json', 'clear Checkout', 'apply FILE --delete'])(
  '%s deletes nothing unless a person or --yes confirms it',
  async (command) => {
    const seed = {
      mockServices: [{ title: 'A' }],
      workspaces: [{ id: idOf(1), name: 'Checkout' }],
      activity: { [idOf(1)]: [{}] },
    };
    const { fake, run } = await serviceWith(seed);
    const file = fileWith({ mockServices: [] });
    const args = command.split(' ').map((arg) => (arg === 'FILE' ? file : arg));
    const left = () => fake.mockServices.list().length + fake.activity.list(idOf(1)).length;
    const refused = await run(args);
    expect([refused.code, refused.stdout, left()]).toEqual([2, '', 2]);
    expect(refused.stderr).toContain('Pass --yes');
    const denied = await run(args, { answers: [false] });
    expect([denied.code, denied.stderr.match(/\?/g)?.length, left()]).toEqual([2, 1, 2]);
    const confirmed = await run(args, { answers: [true] });
    expect([confirmed.code, confirmed.stderr.match(/\?/g)?.length, left()]).toEqual([0, 1, 1]);
    fake.seed(seed);
    const { code, stderr } = await run([...args, '--yes'], { answers: [false] });
    expect([code, stderr.includes('?'), left()]).toEqual([0, false, 1]);
  },
);

test('Ctrl+C at a confirmation prompt changes nothing and exits with 130', async () => {
  const { fake, run } = await serviceWith({ mockServices: [orders] });
  const stopping = new AbortController();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const confirm = (question: string) => {
    const answer = ask(question, { input, output, signal: stopping.signal });
    stopping.abort('SIGINT');
    return answer;
  };
  const { code, stderr } = await run(['delete', 'Orders'], { confirm, stopped: stopping.signal });
  expect([code, stderr, titlesOf(fake)]).toEqual([130, 'Stopped.\n', ['Orders']]);
});

test.each<[string, OperationId]>([
  ['delete A --yes', 'deleteMockService'],
  ['clear Checkout --yes', 'clearActivity'],
])('%s completes a %s during which Ctrl+C comes', async (command, operation) => {
  const { fake, run } = await serviceWith({
    mockServices: [{ title: 'A' }],
    workspaces: [{ id: idOf(1), name: 'Checkout' }],
    activity: { [idOf(1)]: [{}] },
  });
  const stopping = new AbortController();
  const match = () => (stopping.abort('SIGINT'), true);
  fake.faults.add({ operation, delay: 100, match });
  const { code, stderr } = await run(command.split(' '), { stopped: stopping.signal });
  const left = fake.mockServices.list().length + fake.activity.list(idOf(1)).length;
  expect([code, left, stderr]).toEqual([0, 1, expect.not.stringMatching(/fail|abort/i)]);
});
