/**
 * `node tools/measure-workerd.ts`: worlds in Durable Objects, as docs/workers.md reports them: how long a large one takes to
 * start from storage, how many requests many take beside one, and what the platform bills for a request.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoWorld } from '@mock-services/fake-server/core';
import { endpoints, expandPath } from '@mock-services/sdk/contract';
import { setup, startWorkerd } from '../packages/fake-server/test/workers/workerd.ts';

const token = 'measure';
/** Counts the rows that are written, as the platform does. */
const module = `
import { createWorker } from '@mock-services/fake-server/workers';
const { worker, World: Own } = createWorker({ requiredToken: '${token}', maxBodyBytes: Infinity });
export default worker;
export class World {
  #rows = 0;
  constructor({ storage }, env) {
    const exec = (...call) => {
      const cursor = storage.sql.exec(...call);
      const rows = cursor.toArray();
      this.#rows += cursor.rowsWritten;
      return rows;
    };
    const counted = { sql: { exec }, transactionSync: (act) => storage.transactionSync(act), deleteAll: () => storage.deleteAll() };
    this.size = () => storage.sql.databaseSize;
    this.own = new Own({ storage: counted }, env);
  }
  async fetch(request) {
    const before = this.#rows;
    const response = await this.own.fetch(request);
    const headers = new Headers(response.headers);
    headers.set('x-rows', String(this.#rows - before));
    headers.set('x-bytes', String(this.size()));
    return new Response(response.body, { status: response.status, headers });
  }
}
`;

const [sample] = demoWorld().mockServices;
if (!sample) throw new Error('The demo world has mock services.');
const many = Array.from({ length: 10_000 }, (_, i) => ({
  ...sample,
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
}));
const one = expandPath(endpoints.getMockService.path, { mockServiceId: sample.id });
const create = endpoints.createMockService.path;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

interface Cost {
  readonly status: number;
  readonly rows: number;
  readonly bytes: number;
  readonly ms: number;
}

async function call(url: string, path: string, init: RequestInit = {}): Promise<Cost> {
  const started = performance.now();
  const response = await fetch(url + path, { headers, ...init });
  await response.arrayBuffer();
  const count = (name: string): number => Number(response.headers.get(name));
  return {
    status: response.status,
    rows: count('x-rows'),
    bytes: count('x-bytes'),
    ms: performance.now() - started,
  };
}

/** Requests per second, `path` giving that of each. */
async function rate(url: string, path: (n: number) => string): Promise<number> {
  const [connections, requests] = [50, 2000];
  let sent = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < requests) await call(url, path(sent++));
    }),
  );
  return (1000 * requests) / (performance.now() - started);
}

await setup();
const folder = await mkdtemp(join(tmpdir(), 'mock-services-measure-'));
try {
  {
    await using workerd = await startWorkerd({ module, folder });
    const seed = JSON.stringify({ mockServices: many });
    const put = await call(workerd.url, '/worlds/large/__fake/seed', { method: 'PUT', body: seed });
    console.log('a world of 10,000 services:', put);
    console.log('a new world, and its first GET:', await call(workerd.url, `/worlds/new${one}`));
    console.log('a GET:', await call(workerd.url, `/worlds/new${one}`));
    const body = JSON.stringify({ type: sample.type, title: sample.title, config: sample.config });
    console.log('a POST:', await call(workerd.url, `/worlds/new${create}`, { method: 'POST', body }));
    for (let i = 0; i < 1000; i += 1) await call(workerd.url, `/worlds/new${one}`);
    console.log('a GET with a full journal:', await call(workerd.url, `/worlds/new${one}`));
  }
  for (let i = 0; i < 3; i += 1) {
    await using workerd = await startWorkerd({ module, folder });
    await call(workerd.url, `/worlds/other-${i}${one}`);
    const first = await call(workerd.url, `/worlds/large${one}`);
    const second = await call(workerd.url, `/worlds/large${one}`);
    console.log('the large world from storage:', first.ms.toFixed(), 'ms, then', second.ms.toFixed(1), 'ms');
  }
  await using workerd = await startWorkerd({ module, folder });
  const alone = (): string => `/worlds/new${one}`;
  const together = (n: number): string => `/worlds/many-${n % 100}${one}`;
  for (const path of [alone, together]) await rate(workerd.url, path);
  for (let i = 0; i < 3; i += 1) {
    const [single, hundred] = [await rate(workerd.url, alone), await rate(workerd.url, together)];
    console.log(
      `GET one: ${single.toFixed()}/s in one world, ${hundred.toFixed()}/s in 100:`,
      (hundred / single).toFixed(2),
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
