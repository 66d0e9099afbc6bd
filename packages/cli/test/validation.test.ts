/** Commands that read a log from a service whose entries differ from the interface. */
import type { ActivityEntry } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { foreignService, workspaceId } from './foreign-service.ts';
import { unsafe, unsafeCharacters } from '../../cli-kit/test/terminal.ts';
import { fileWith, idOf, serviceWith } from './support.ts';

const entry = (n: number, changes: object = {}) =>
  ({
    id: idOf(n),
    timestamp: '2026-01-02T03:04:05.678+00:00',
    request: {
      hostname: 'shop.example',
      port: 443,
      path: `/orders/${n}`,
      method: 'GET',
      headers: { 'x-retries': 2 },
      bodyBase64Encoded: '',
    },
    response: { statusCode: 200, headers: {}, bodyBase64Encoded: '', responseTimeMs: 12 },
    metadata: null,
    ...changes,
  }) as unknown as ActivityEntry;

async function oddService() {
  const service = await foreignService();
  service.log.push(
    entry(1),
    entry(2, { response: null }),
    entry(3, { request: 'canary' }),
    entry(4, { timestamp: null }),
    entry(5),
  );
  return service;
}

const leftOut = `Left out the log entry ${idOf(2).toUpperCase()}: its response is missing or invalid.
Left out the log entry ${idOf(3).toUpperCase()}: its request is missing or invalid.
Left out the log entry ${idOf(4).toUpperCase()}: its timestamp is missing or invalid.
`;

describe('--validation', () => {
  test.each([
    ['har', workspaceId],
    ['tail', workspaceId],
    ['dump', '--activity', workspaceId],
  ])('without it, or with strict, %s refuses the log and names the first difference', async (...args) => {
    const { run } = await oddService();
    for (const more of [[], ['--validation', 'strict']]) {
      const { code, stdout, stderr } = await run([...args, ...more]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('data[0].');
      expect(stderr).toContain('--validation warn');
    }
  });

  test('with warn, har and dump write the entries that have all parts, and name the others', async () => {
    const { run } = await oddService();
    const har = await run(['har', workspaceId, '--validation', 'warn']);
    expect(har.code).toBe(0);
    expect(har.stdout.match(/orders\/\d/g)).toEqual(['orders/1', 'orders/5']);
    const dump = await run(['dump', '--activity', workspaceId, '--validation', 'warn']);
    expect(dump.code).toBe(0);
    expect(dump.stdout.match(/orders\/\d/g)).toEqual(['orders/1', 'orders/5']);
    const file = fileWith('');
    const toFile = await run(['har', workspaceId, '--validation', 'warn', '-o', file]);
    expect(toFile.stderr.split('\n').slice(-3)).toEqual([
      expect.stringMatching(/^Left out the log entry /),
      `Wrote 2 exchanges to ${file}.`,
      '',
    ]);
    for (const { stderr } of [har, dump]) {
      expect(stderr).toContain('listActivity: the response differs from the interface');
      // Every other read of the log has ids in lower case.
      expect(stderr.toUpperCase().endsWith(leftOut.toUpperCase())).toBe(true);
      expect(stderr).not.toContain('canary');
    }
  });

  test('with warn, tail prints the entries that have all parts, and continues after the others', async () => {
    const { run } = await oddService();
    const stopping = new AbortController();
    const lines: string[] = [];
    const onOut = (line: string) => {
      lines.push(line);
      if (lines.length === 2) stopping.abort('SIGINT');
    };
    const args = ['tail', workspaceId, '--validation', 'warn'];
    const { code, stderr } = await run(args, { stopped: stopping.signal, onOut });
    expect([code, lines]).toEqual([
      130,
      [
        '2026-01-02 03:04:05  200  GET     shop.example/orders/1  12 ms',
        '2026-01-02 03:04:05  200  GET     shop.example/orders/5  12 ms',
      ],
    ]);
    // The entry without a timestamp comes after those with one.
    expect(stderr).toContain(leftOut.split('\n').slice(0, 2).join('\n'));
  });

  test.each([
    ['har', workspaceId],
    ['tail', workspaceId],
    ['dump', '--activity', workspaceId],
  ])('with warn, only har leaves out an entry whose body is not Base64: %s', async (...args) => {
    for (const side of ['request', 'response'] as const) {
      const { run, log } = await foreignService();
      const { [side]: message } = entry(1);
      log.push(
        entry(1, { [side]: { ...message, bodyBase64Encoded: '!canary' } }),
        entry(2, { response: null }),
        entry(3),
      );
      const stopping = new AbortController();
      const onOut = (line: string) => {
        if (line.includes('orders/3')) stopping.abort('SIGINT');
      };
      const options = args[0] === 'tail' ? { stopped: stopping.signal, onOut } : {};
      const { code, stdout, stderr } = await run([...args, '--validation', 'warn'], options);
      const kept = args[0] === 'har' ? ['orders/3'] : ['orders/1', 'orders/3'];
      expect([code, stdout.match(/orders\/\d/g)]).toEqual([args[0] === 'tail' ? 130 : 0, kept]);
      const reason = `Left out a log entry. The ${side} body of entry `;
      expect(stderr.split(reason).length - 1).toBe(args[0] === 'har' ? 1 : 0);
      expect(stderr.split('Left out').length - 1).toBe(args[0] === 'har' ? 2 : 1);
      expect(stderr).not.toContain('canary');
    }
  });

  test.each(['request', 'response'] as const)(
    'without it, or with strict, har refuses a %s body that is not Base64',
    async (side) => {
      const broken = { id: idOf(2), [side]: { bodyBase64Encoded: '!canary' } };
      const { run } = await serviceWith({
        workspaces: [{ id: idOf(1) }],
        activity: { [idOf(1)]: [{}, broken] },
      });
      for (const more of [[], ['--validation', 'strict']]) {
        const { code, stdout, stderr } = await run(['har', idOf(1), ...more]);
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toContain(`The ${side} body of entry ${idOf(2)}`);
        expect(stderr).not.toContain('canary');
      }
    },
  );

  test.each([
    'request',
    'response',
    'timestamp',
    ...['hostname', 'port', 'path', 'method', 'headers', 'bodyBase64Encoded'].map(
      (name) => `request.${name}`,
    ),
    ...['statusCode', 'responseTimeMs', 'headers', 'bodyBase64Encoded'].map((name) => `response.${name}`),
  ])('with warn, an entry without %s is left out', async (path) => {
    const { run, log } = await foreignService();
    const [first = '', second] = path.split('.');
    const incomplete = structuredClone(entry(1)) as unknown as Record<string, Record<string, unknown>>;
    if (second === undefined) delete incomplete[first];
    else delete incomplete[first]?.[second];
    log.push(incomplete as unknown as ActivityEntry, entry(2));
    for (const args of [
      ['har', workspaceId],
      ['dump', '--activity', workspaceId],
    ]) {
      const { code, stdout, stderr } = await run([...args, '--validation', 'warn']);
      expect([code, stdout.match(/orders\/\d/g)]).toEqual([0, ['orders/2']]);
      expect(stderr).toContain(`: its ${path} is missing or invalid.\n`);
      expect(stderr).toContain('differs from the interface:\n  data[0].');
    }
  });

  test.each<[string, unknown, string]>([
    ['null', null, 'without an id: its value is'],
    ['a number', 7, 'without an id: its value is'],
    ['a text', 'canary', 'without an id: its value is'],
    ['a list', ['canary'], 'without an id: its value is'],
    ['an empty object', {}, 'without an id: its request is'],
    ['an entry without an id', entry(2, { id: undefined, response: null }), 'without an id: its response is'],
    [
      'an id with control characters',
      entry(2, { id: '\u001b[31;1', response: null }),
      '\\u001b[31;1: its response is',
    ],
    ['an id that is no text', entry(2, { id: 7, timestamp: null }), 'without an id: its timestamp is'],
  ])('with warn, %s is left out, which is said', async (_name, odd, expected) => {
    const { run, log } = await foreignService();
    log.push(entry(1), odd as ActivityEntry, entry(3));
    for (const command of ['har', 'dump --activity', 'tail', 'wait --path /orders/3']) {
      const [name = '', ...options] = command.split(' ');
      const stopping = new AbortController();
      const onOut = (line: string) => {
        if (name === 'tail' && line.includes('orders/3')) stopping.abort('SIGINT');
      };
      const args = name === 'dump' ? [name, ...options, workspaceId] : [name, workspaceId, ...options];
      const { code, stderr } = await run([...args, '--validation', 'warn'], {
        stopped: stopping.signal,
        onOut,
      });
      expect([command, code]).toEqual([command, name === 'tail' ? 130 : 0]);
      expect(stderr).toMatch(/differs from the interface:[^]*\n {2}data\[1\][.:]/);
      const line = `Left out the log entry ${expected} missing or invalid.\n`;
      // The others end when they find the last entry, before they read one without a timestamp.
      expect(name === 'har' || name === 'dump' ? stderr.split(line).length : 2).toBe(2);
      expect(stderr).not.toContain('canary');
    }
  });

  test.each(['{}', '[]', 'null', '7', '{ "data": null }', '{ "data": {} }', '{ "data": "canary" }'])(
    'with warn, the response %s is no log',
    async (body) => {
      const { fake, run } = await serviceWith({ workspaces: [{ id: idOf(1) }] });
      fake.faults.add({ operation: 'listActivity', status: 200, body: JSON.parse(body) as object });
      for (const command of ['har', 'tail', 'wait', 'dump --activity']) {
        const args = [...command.split(' '), idOf(1), '--validation', 'warn'];
        const { code, stdout, stderr } = await run(args);
        expect([command, code, stdout]).toEqual([command, 2, '']);
        expect(stderr).toMatch(/\nThe service responded without a log\.\n$/);
        expect(stderr).not.toContain('canary');
      }
    },
  );

  test.each([[[]], [['--validation', 'warn']]])(
    'the differences are printed without control characters %j',
    async (options) => {
      const { run, log } = await foreignService();
      const headers = { [unsafeCharacters]: null };
      const { request } = entry(1);
      log.push(entry(1, { request: { ...request, headers } }), entry(2, { [unsafeCharacters]: 1, id: 7 }));
      for (const command of ['har', 'dump --activity', 'wait --path /orders/2']) {
        const { stderr } = await run([...command.split(' '), workspaceId, ...options]);
        expect(stderr).toContain('data[0].request.headers');
        expect(stderr).not.toMatch(unsafe);
      }
    },
  );

  test('rejects another mode', async () => {
    const { run } = await oddService();
    const { code, stderr } = await run(['har', workspaceId, '--validation', 'off']);
    expect(code).toBe(2);
    expect(stderr).toContain('Allowed choices are strict, warn.');
  });
});
