/**
 * Writes to a fake server that stores its data in a file, kills the server with SIGKILL at a random time, and
 * restarts it. Fails if an acknowledged write is lost, or if a write is stored only partially. To run this program,
 * use `npm run soak:kill`.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '@mock-services/sdk';
import { build } from 'esbuild';
import { input } from '../support/samples.ts';
import { main, startServer } from './support.ts';

const usage = `Usage: npm run soak:kill [-- --rounds <number>] [--minutes <number>]

  --rounds <number>   how often to kill the server. Default 500, which takes about three minutes
  --minutes <number>  how long it may take; longer is a failure. Default 15`;

/** Number of clients that write concurrently. */
const clients = 4;
/** Maximum time before the server is killed, in milliseconds. */
const latest = 60;
/** Maximum number of mock services. */
const most = 60;

const clientAt = (port: number) => createClient({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 });

/** Returns an input that contains the same mark in several fields. */
function markedInput(mark: string) {
  const upstreams = [{ name: mark, url: 'https://a.test' }];
  return input({ title: mark, config: { ...input().config, upstreams } });
}

/** Writes to a server that will be killed, and then checks that every acknowledged write is stored. */
class AcknowledgedWrites {
  /** Possible marks of each mock service by id. The mark `undefined` means that the mock service may be deleted. */
  readonly #services = new Map<string, ReadonlySet<string | undefined>>();
  /** Marks of create requests without a response. The created mock services may or may not be stored. */
  readonly #unknown = new Set<string>();
  readonly #busy = new Set<string>();
  #count = 0;
  #acknowledged = 0;

  /** Compares all data of the server with the acknowledged writes. */
  async check(port: number): Promise<void> {
    const client = clientAt(port);
    const listed = new Set<string>();
    for (const { id } of await client.mockServices.list()) {
      const { title, config } = await client.mockServices.get(id);
      assert.deepEqual(config, markedInput(title).config, `${id} is stored in part`);
      const allowed = this.#services.get(id) ?? this.#unknown;
      assert.ok(allowed.has(title), `${id} is ${title}, not one of ${[...allowed].join(', ')}`);
      this.#services.set(id, new Set([title]));
      listed.add(id);
    }
    for (const [id, allowed] of this.#services) {
      if (listed.has(id)) continue;
      assert.ok(allowed.has(undefined), `${id} is lost: it was ${[...allowed].join(', ')}`);
      this.#services.delete(id);
    }
    this.#unknown.clear();
  }

  /** Sends random writes until the server does not respond. */
  async writeUntilItFails(port: number): Promise<void> {
    const client = clientAt(port);
    for (;;) {
      try {
        await this.#write(client);
      } catch {
        return;
      }
      this.#acknowledged += 1;
    }
  }

  describe(): string {
    return `all ${this.#acknowledged} acknowledged writes are stored`;
  }

  async #write(client: Client): Promise<void> {
    const id = [...this.#services.keys()].find((each) => !this.#busy.has(each));
    const mark = `mark ${(this.#count += 1)}`;
    const chance = Math.random();
    if (id === undefined || (chance < 0.5 && this.#services.size < most)) {
      this.#unknown.add(mark);
      const created = await client.mockServices.create(markedInput(mark));
      this.#unknown.delete(mark);
      this.#services.set(created.id, new Set([mark]));
      return;
    }
    this.#busy.add(id);
    const isUpdate = chance < 0.8;
    this.#services.set(id, new Set([...(this.#services.get(id) ?? []), isUpdate ? mark : undefined]));
    try {
      if (isUpdate) {
        await client.mockServices.update(id, markedInput(mark));
        this.#services.set(id, new Set([mark]));
      } else {
        await client.mockServices.delete(id);
        this.#services.delete(id);
      }
    } finally {
      this.#busy.delete(id);
    }
  }
}

/** Bundles the server into one file. A single file starts several times faster than separate modules. */
async function bundle(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('server.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [
      {
        name: 'sources',
        setup: (builder) =>
          builder.onResolve({ filter: /^@mock-services\// }, ({ path }) => ({
            path: fileURLToPath(import.meta.resolve(path)),
          })),
      },
    ],
  });
}

await main(usage, { rounds: 500, minutes: 15 }, async ({ rounds, minutes }) => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-kill-'));
  const program = join(folder, 'server.mjs');
  const writes = new AcknowledgedWrites();
  const end = performance.now() + minutes * 60_000;
  try {
    await bundle(program);
    for (let count = 1; count <= rounds; count += 1) {
      using server = await startServer(['file', join(folder, 'world.db')], program);
      await writes.check(server.port);
      const written = Array.from({ length: clients }, () => writes.writeUntilItFails(server.port));
      await sleep(Math.random() * latest);
      await server.kill();
      await Promise.all(written);
      if (count % Math.ceil(rounds / 10) === 0) console.log(`${count} times killed: ${writes.describe()}`);
      if (performance.now() > end) throw new Error(`${count} rounds took longer than ${minutes} minutes`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return true;
});
