/**
 * Writes to a fake server that keeps its data in a file, kills it at a random moment (SIGKILL) and starts it again, very
 * often: `npm run soak:kill`. Fails when a write that was responded to is lost, or one is there by half.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { AcknowledgedWrites } from './acknowledged-writes.ts';
import { startServer } from './server-process.ts';

const usage = `Usage: npm run soak:kill [-- --rounds <number>] [--minutes <number>]

  --rounds <number>   how often to kill the server. Default 10000, which takes about an hour
  --minutes <number>  how long it may take; longer is a failure. Default 300`;

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, minutes: { type: 'string' }, help: { type: 'boolean' } },
});
const rounds = Number(values.rounds ?? 10_000);
const minutes = Number(values.minutes ?? 300);

/** How many clients write at the same time, and the milliseconds after which the server is killed at the latest. */
const clients = 4;
const latest = 60;

/** Bundles the server into one file, which starts several times faster than its modules. Returns the path. */
async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, 'server.mjs');
  const entry = fileURLToPath(new URL('kill-server.ts', import.meta.url));
  const sources: Plugin = {
    name: 'sources',
    // As this process resolves them.
    setup: (builder) =>
      builder.onResolve({ filter: /^@mock-services\// }, ({ path }) => ({
        path: fileURLToPath(import.meta.resolve(path)),
      })),
  };
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [sources],
  });
  return outfile;
}

/** One life of the server: what it finds is checked, then it is written to until it is killed. */
async function round(program: string, path: string, writes: AcknowledgedWrites): Promise<void> {
  using server = await startServer(program, path);
  await writes.check(server.port);
  const written = Array.from({ length: clients }, () => writes.writeUntilItFails(server.port));
  await sleep(Math.random() * latest);
  await server.kill();
  await Promise.all(written);
}

async function soak(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-kill-'));
  const writes = new AcknowledgedWrites();
  const end = performance.now() + minutes * 60_000;
  try {
    const program = await bundled(folder);
    for (let count = 1; count <= rounds; count += 1) {
      await round(program, join(folder, 'world.db'), writes);
      if (count % Math.ceil(rounds / 10) === 0) console.log(`${count} times killed: ${writes.describe()}`);
      if (performance.now() > end) throw new Error(`${count} rounds took longer than ${minutes} minutes`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (values.help === true) {
  console.log(usage);
} else if (rounds > 0 && minutes > 0) {
  await soak();
} else {
  console.error(usage);
  process.exitCode = 2;
}
