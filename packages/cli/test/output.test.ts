/** What the output looks like. */
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { unsafe, unsafeCharacters } from '../../cli-kit/test/terminal.ts';
import { config, fileWith, idOf, logSeed, serviceWith, virtualService } from './support.ts';

const orders = { title: 'Orders', config: config() };
const evil = `\u001b[31mA\u009b2J\r\nB${unsafeCharacters}`;

test('the output has no control characters from titles, names, paths or bodies', async () => {
  const service = {
    title: evil,
    type: evil,
    config: { ...config(), defaultResponseHeaders: { [evil]: evil } },
  };
  const twin = `Twin${evil}`;
  const { fake, run } = await serviceWith({
    mockServices: [service, { title: twin }, { title: twin }],
    workspaces: [{ id: idOf(1), name: evil }],
    activity: { [idOf(1)]: [{ request: { method: `G${evil}`, path: `/${evil}`, hostname: evil } }] },
  });
  fake.faults.add({ operation: 'deleteMockService', status: 500, body: evil });
  const file = fileWith({ mockServices: [{ ...service, type: 'X' }, { title: `${evil}2` }] });
  const stopped = new AbortController();
  const outputs = [
    ...['list', 'workspaces', 'dump', `diff ${file}`].flatMap((line) => [
      run(line.split(' ')),
      run(['--json', ...line.split(' ')]),
    ]),
    run(['get', evil]),
    run(['get', `x${evil}`]),
    run(['har', idOf(1)]),
    run(['clear', evil], { answers: [false] }),
    run(['delete', evil, twin]),
    run(['delete', evil], { answers: [false] }),
    run(['tail', idOf(1)], { stopped: stopped.signal, onOut: () => stopped.abort('SIGINT') }),
  ];
  const printed = await Promise.all(outputs);
  printed.push(await run(['apply', file]));
  printed.push(await run(['delete', evil, '--yes']));
  for (const { stdout, stderr } of printed) {
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(unsafe);
    expect(stdout + stderr).not.toMatch(/^B/m);
  }
  const list = printed[1]?.stdout ?? '';
  expect(JSON.parse(list)).toMatchObject([{ title: evil, type: evil }, {}, {}]);
});

test('the output is colored on a terminal that supports colors', async () => {
  const { run } = await serviceWith();
  const file = fileWith({ mockServices: [orders] });
  expect((await run(['diff', file], { hasColors: true })).stdout).toContain(
    '\u001b[32m+ create "Orders"\u001b[39m',
  );
});

test.each(['list', 'get A', 'wait W', 'apply FILE --delete --yes', 'apply FILE --delete --yes, fails'])(
  'only escape codes are added, and none to JSON: %s',
  async (command) => {
    const [line = '', ...failures] = command.split(', ');
    const seed = {
      mockServices: ['A', 'B', 'Old'].map((title, n) => ({
        id: idOf(n),
        title,
        createdAt: '2026-01-02T00:00:00Z',
        updatedAt: '2026-01-03T00:00:00Z',
      })),
      workspaces: [{ id: idOf(9), name: 'W', createdAt: '2026-01-02T00:00:00Z' }],
      activity: { [idOf(9)]: [{ id: idOf(8), request: { method: 'GET', path: '/x' } }] },
    };
    const file = fileWith({ mockServices: [{ title: 'A', type: 'GraphQL' }, { title: 'B' }] });
    const args = line.split(' ').map((arg) => (arg === 'FILE' ? file : arg));
    for (const json of [[], ['--json']]) {
      const [plain, colored] = await Promise.all(
        [false, true].map(async (hasColors) => {
          const { fake, url, run } = await serviceWith(seed);
          for (const _ of failures) fake.faults.add({ operation: 'updateMockService', status: 409 });
          const ended = await run([...args, ...json], { hasColors });
          const [stdout, stderr] = [ended.stdout, ended.stderr].map((text) => text.replaceAll(url, 'URL'));
          return { ...ended, stdout, stderr };
        }),
      );
      const { stdout = '', stderr = '' } = colored ?? {};
      expect({
        ...colored,
        stdout: json.length > 0 ? stdout : stripVTControlCharacters(stdout),
        stderr: stripVTControlCharacters(stderr),
      }).toEqual(plain);
    }
  },
);

test.each([
  [399, 32],
  [400, 33],
  [499, 33],
  [500, 31],
])('tail paints the status %i with the color %i', async (statusCode, color) => {
  const { run } = await serviceWith(logSeed({ response: { statusCode } }));
  const { stdout } = await run(['wait', idOf(1)], { hasColors: true });
  expect(stdout).toContain(`\u001b[${color}m${statusCode}\u001b[39m`);
});

test.each([
  ['list', ['Reading the list …']],
  ['diff FILE', ['Comparing the file with the service …', 'Comparing the file with the service … 1 of 2']],
  [
    'apply NEW',
    ['Comparing the file with the service …', 'Applying …', 'Applying … 1 of 2', 'Applying … 2 of 2'],
  ],
])('%s shows its progress on a terminal if the service is slow', async (command, expected) => {
  const mockServices = [{ title: 'A' }, { title: 'B' }];
  let count = 0;
  const { run } = virtualService({ mockServices }, (fetch) => async (...args) => {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, 2500 + count * 600));
    return fetch(...args);
  });
  const files: Readonly<Record<string, unknown>> = {
    FILE: { mockServices },
    NEW: { mockServices: ['C', 'D'].map((title) => ({ title })) },
  };
  const args = command.split(' ').map((arg) => (arg in files ? fileWith(files[arg]) : arg));
  const shown: string[] = [];
  await run(args, { status: (text) => shown.push(text) });
  expect(shown.filter((text, index) => text !== '' && text !== shown[index - 1])).toEqual(expected);
  expect(shown.at(-1)).toBe('');
});
