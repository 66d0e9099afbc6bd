/** Commands that read a log whose entries differ from the interface. */
import { expect, test } from 'vitest';
import { idOf, serviceWith } from './support.ts';

const workspace = idOf(1);
const reads = ['har', 'tail', 'dump --activity'];

const entry = (n: number, changes: object = {}) => ({
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
});
const incomplete = [
  entry(1),
  entry(2, { response: null }),
  entry(3, { request: 'canary' }),
  entry(4, { timestamp: null }),
  entry(5),
];

/** A service with this log. `run` stops `tail` after `/orders/5`. */
async function serviceWithLog(log: readonly object[]) {
  const { fake, run } = await serviceWith({ workspaces: [{ id: workspace }] });
  fake.faults.add({ operation: 'listActivity', status: 200, body: { data: log } });
  return (line: string, ...options: readonly string[]) => {
    const [name = '', ...rest] = line.split(' ');
    const stopping = new AbortController();
    const onOut = (text: string) => {
      if (line.startsWith('tail') && text.includes('orders/5')) stopping.abort('SIGINT');
    };
    return run([name, ...options, ...rest, workspace], { stopped: stopping.signal, onOut });
  };
}

test.each(reads)('%s ends with an error about the first difference', async (line) => {
  const run = await serviceWithLog(incomplete);
  for (const more of [[], ['--validation', 'strict']]) {
    const { code, stdout, stderr } = await run(line, ...more);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('data[0].');
    expect(stderr).toContain('--validation warn');
  }
});

test.each(reads)('with warn, %s leaves out incomplete entries, and names them', async (line) => {
  const run = await serviceWithLog(incomplete);
  const { code, stdout, stderr } = await run(line, '--validation', 'warn');
  const isTail = line.startsWith('tail');
  expect([code, stdout.match(/orders\/\d/g)]).toEqual([isTail ? 130 : 0, ['orders/1', 'orders/5']]);
  expect(stderr).toContain('listActivity: the response differs from the interface');
  expect(stderr).toContain(`Left out the log entry ${idOf(2)}: response: expected object, received `);
  expect(stderr).toContain(`Left out the log entry ${idOf(3)}: request: expected object, received `);
  // `tail` ends before it reads the entry without a timestamp.
  const hasFourth = stderr.includes(
    `Left out the log entry ${idOf(4)}: timestamp: expected string, received `,
  );
  expect(hasFourth).toBe(!isTail);
  expect(stderr).not.toContain('canary');
});

test.each(reads)('with warn, only har leaves out a body that is not Base64: %s', async (line) => {
  const broken = { ...entry(1).response, bodyBase64Encoded: '!canary' };
  const run = await serviceWithLog([entry(1, { response: broken }), entry(5)]);
  const { stdout, stderr } = await run(line, '--validation', 'warn');
  const isHar = line.startsWith('har');
  expect(stdout.match(/orders\/\d/g)).toEqual(isHar ? ['orders/5'] : ['orders/1', 'orders/5']);
  expect(stderr.includes('Left out a log entry. The response body of entry ')).toBe(isHar);
  expect(stderr).not.toContain('canary');
});

test('without warn, har refuses a body that is not Base64', async () => {
  const { run } = await serviceWith({
    workspaces: [{ id: workspace }],
    activity: { [workspace]: [{}, { id: idOf(2), request: { bodyBase64Encoded: '!canary' } }] },
  });
  const { code, stdout, stderr } = await run(['har', workspace]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`The request body of entry ${idOf(2)}`);
  expect(stderr).not.toContain('canary');
});

test('with warn, a response without a list of entries is an error', async () => {
  const { fake, run } = await serviceWith({ workspaces: [{ id: workspace }] });
  fake.faults.add({ operation: 'listActivity', status: 200, body: { data: null } });
  const { code, stdout, stderr } = await run(['har', workspace, '--validation', 'warn']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /\nThe service responded without a log\. Expected a list under `data`\. Check that --url is its base URL\.\n$/,
  );
});
