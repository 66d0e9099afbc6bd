import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationCases } from '../support/operations.ts';
import { type Answer, answerWith, startWireServer, type WireServer } from '../support/wire-server.ts';

/** What a process prints. */
interface Printed {
  /** What should have been removed. */
  readonly left: string[];
  /** Requests that were given up, and whose connections are open all the same. */
  readonly open: number;
  readonly report: Readonly<Record<string, unknown>>;
}

/** Older platforms, and how each decodes a body. */
const platforms: readonly (readonly [name: string, decoding: unknown])[] = [
  ['floor', expect.objectContaining({ name: 'BodyError', fault: 'content-encoding' })],
  // Safari 17: it decompresses, but no loop can read its streams.
  ['webkit', { value: 'hello' }],
];

const run = promisify(execFile);

/** Responses that are held back, with the platform that waits for them. */
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

/** Every other request fails. */
function once(failure: Answer): Answer {
  const failed = new Set<string>();
  return (request, response, count) => {
    const call = request.method + request.target;
    const again = failed.delete(call);
    if (!again) failed.add(call);
    (again ? ok : failure)(request, response, count);
  };
}

const behaviours: Readonly<Record<string, Answer>> = {
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
  const [, platform, behaviour = ''] = request.target.split('/');
  if (behaviour === 'open') response.end(String([...held.values()].filter((one) => one === platform).length));
  else behaviours[behaviour]?.(request, response, count);
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

/** Runs the scenario in a fresh process on a platform. */
async function printedOn(platform: string): Promise<Printed> {
  const args = [fileURLToPath(new URL('./scenario.ts', import.meta.url)), server.url, platform];
  const { stdout } = await run(process.execPath, args, { timeout: 55_000, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.replaceAll(`${server.url}/${platform}/`, 'origin/')) as Printed;
}

test('a platform that has everything does everything', () => {
  const { decoding, ...report } = intact.report;
  expect(decoding).toMatchObject({ outcome: { value: 'hello' } });
  expect(report).toMatchObject({
    'getMockService, stall': { outcome: { name: 'TimeoutError', phase: 'attempt', attempts: 1 } },
    'createMockService, stall-in-body': { outcome: { name: 'TimeoutError', phase: 'attempt' } },
    'total time': { outcome: { name: 'TimeoutError', phase: 'total' } },
    aborted: { outcome: { name: 'AbortError', attempts: 1, reason: 'Error' } },
    'stream, silent': { outcome: { name: 'TimeoutError' } },
    'wait, stalled': { outcome: { name: 'WaitTimeoutError' } },
  });
  expect(Object.keys(report).length).toBeGreaterThan(operationCases.length * 8);
  expect(JSON.stringify(report)).not.toContain('foreign');
  expect(intact).toMatchObject({ left: [], open: 0 });
});

test.each(platforms)('%s: does the same without what is newer', async (platform, decoded) => {
  const index = platforms.findIndex(([name]) => name === platform);
  expect(await printed[index]).toEqual({
    ...intact,
    report: { ...intact.report, decoding: { outcome: decoded, events: [] } },
  });
});

test('no syntax is newer than the floor, and no method that Node itself cannot do without', async () => {
  const bundle = async (target: string[]) => {
    const entryPoints = ['index', 'activity/index', 'contract/index'].map((entry) =>
      fileURLToPath(new URL(`../../src/${entry}.ts`, import.meta.url)),
    );
    const { outputFiles } = await build({
      entryPoints,
      target,
      // Supported since 2020; only the characters that they match grow with Unicode.
      supported: { 'regexp-unicode-property-escapes': true },
      bundle: true,
      write: false,
      format: 'esm',
      outdir: 'dist',
    });
    return outputFiles.map(({ text }) => text);
  };
  const texts = await bundle(['esnext']);
  // What a target lacks is rewritten for it, regular expressions included.
  expect(await bundle(['chrome100', 'firefox100', 'safari15.4'])).toEqual(texts);
  expect(texts.join('')).not.toMatch(/\.(is|to)WellFormed\b/);
});
