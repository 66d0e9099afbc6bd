import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationCases } from '../support/operations.ts';
import { type Answer, answerWith, startWireServer, type WireServer } from '../support/wire-server.ts';

/** The report that a process prints. */
interface Printed {
  /** Newer platform features that could not be removed. */
  readonly left: string[];
  /** Number of abandoned requests whose connections are still open. */
  readonly open: number;
  readonly report: Readonly<Record<string, unknown>>;
}

/** Older platforms, each with the expected result of decoding a compressed body. */
const platforms: readonly (readonly [name: string, decoding: unknown])[] = [
  ['floor', expect.objectContaining({ name: 'ActivityError', fault: 'content-encoding' })],
  // Safari 17 can decompress data, but cannot iterate over a stream.
  ['webkit', { value: 'hello' }],
];

const run = promisify(execFile);

/** Responses that the server withholds. The value is the platform that waits for the response. */
const held = new Map<unknown, string | undefined>();
const hold: Answer = ({ target }, response) => {
  held.set(response, target.split('/')[1]);
  response.on('close', () => held.delete(response));
};
const half: Answer = (request, response, count) => {
  hold(request, response, count);
  response.writeHead(200, { 'content-length': '100' }).write('{"data":');
};
const ok: Answer = (request, response, count) => {
  const path = request.target.replace(/^\/\w+\/[\w-]+/, '');
  const operation = operationCases.find((one) => one.path === path && one.method === request.method);
  answerWith(operation?.status ?? 404, operation?.received)(request, response, count);
};

/**
 * Alternates between the failure and a successful response. Each combination of method and path alternates separately.
 */
function once(failure: Answer): Answer {
  const failed = new Set<string>();
  return (request, response, count) => {
    const call = request.method + request.target;
    const again = failed.delete(call);
    if (!again) failed.add(call);
    (again ? ok : failure)(request, response, count);
  };
}

const behaviors: Readonly<Record<string, Answer>> = {
  ok,
  'unavailable-once': once(answerWith(503, undefined, { 'retry-after': '0' })),
  'cut-once': once((_, response) => response.destroy()),
  refusing: answerWith(403, { error: 'no' }),
  html: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  wrong: answerWith(200, { data: [7] }),
  moved: ({ target }, response) => response.writeHead(307, { location: target.replace('moved', 'ok') }).end(),
  away: (_, response) => response.writeHead(302, { location: 'http://other.invalid/' }).end(),
  stall: hold,
  'stall-in-body': half,
};

const answer: Answer = (request, response, count) => {
  const [, platform, behavior = ''] = request.target.split('/');
  if (behavior === 'open') response.end(String([...held.values()].filter((one) => one === platform).length));
  else behaviors[behavior]?.(request, response, count);
};

let server: WireServer;
let printed: Promise<Printed>[];
let intact: Printed;
beforeAll(async () => {
  server = await startWireServer(answer);
  printed = platforms.map(([platform]) => printedOn(platform));
  intact = await printedOn('intact');
});
afterAll(() => server[Symbol.asyncDispose]());

/** Runs the scenario in a new process on the given platform. */
async function printedOn(platform: string): Promise<Printed> {
  const args = [fileURLToPath(new URL('./scenario.ts', import.meta.url)), server.url, platform];
  const { stdout } = await run(process.execPath, args, { timeout: 110_000, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.replaceAll(`${server.url}/${platform}/`, 'origin/')) as Printed;
}

test('every step of the compatibility scenario succeeds in the current Node version', () => {
  const { decoding, ...report } = intact.report;
  expect(decoding).toMatchObject({ outcome: { value: 'hello' } });
  expect(report).toMatchObject({
    'getMockService, stall': { outcome: { name: 'TimeoutError', limit: 'timeout', attempts: 1 } },
    'createMockService, stall-in-body': { outcome: { name: 'TimeoutError', limit: 'timeout' } },
    'total time': { outcome: { name: 'TimeoutError', limit: 'totalTimeout' } },
    aborted: { outcome: { name: 'AbortError', attempts: 1, reason: 'Error' } },
    'wait, stalled': { outcome: { name: 'ActivityError' } },
  });
  expect(Object.keys(report).length).toBeGreaterThan(operationCases.length * 8);
  expect(JSON.stringify(report)).not.toContain('foreign');
  expect(intact).toMatchObject({ left: [], open: 0 });
});

test.each(platforms)(
  'the SDK gives the same results on the platform "%s" as in this Node version',
  async (platform, decoded) => {
    const index = platforms.findIndex(([name]) => name === platform);
    expect(await printed[index]).toEqual({
      ...intact,
      report: { ...intact.report, decoding: { outcome: decoded, events: [] } },
    });
  },
);
