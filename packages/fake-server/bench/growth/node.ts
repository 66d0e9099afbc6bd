/** What a fake on a port does, and the program's check of a seed file. */
import { serve } from '@mock-services/fake-server/node';
import type { FakeServer } from '@mock-services/fake-server/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constant, linear, type Probe } from '../../../../tools/bench/growth.ts';
import { createFakeServer } from '../../src/core/index.ts';
import { readSeed } from '../../src/node/command/seed-file.ts';
import { mockServices, requests } from '../samples.ts';
import { emptyFake, json, paths, seedOf, worldOf } from './world.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call = (method: Method, path: string, body?: unknown) => Promise<string>;
type Make = (size: number) => FakeServer;
type Use = (call: Call, size: number) => () => Promise<unknown>;

/** Calls a fake on a port of its own. */
function onPort(grows: typeof linear, name: string, n: number, make: Make, use: Use): Probe {
  return grows(name, n, async (size, end) => {
    const running = await serve(make(size), { admin: true, maxBodyBytes: 100_000_000 });
    end(() => running.close());
    const call: Call = async (method, path, body) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const headers = body === undefined ? {} : json;
      const response = await fetch(`${running.url}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: text }),
      });
      if (response.status >= 400)
        throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.text();
    };
    return use(call, size);
  });
}

const world: Make = (size) => worldOf(size, { journal: false }).fake;
const fault = { operation: 'listWorkspaces', status: 503 } as const;

const faulty: Make = (size) => {
  const fake = emptyFake();
  for (let n = 0; n < size; n += 1) fake.faults.add(fault);
  return fake;
};

const journaled: Make = (size) => {
  const fake = emptyFake({ journal: { maxEntries: size, maxBytes: Number.MAX_SAFE_INTEGER } });
  for (let n = 0; n < size; n += 1) fake.handle({ method: 'GET', path: paths.mockServices });
  return fake;
};

const getting =
  (path: string): Use =>
  (call) =>
  () =>
    call('GET', path);

export const nodeProbes: readonly Probe[] = [
  onPort(constant, 'port: getMockService', 3000, world, getting(requests.one.path)),
  onPort(linear, 'port: list', 1000, world, getting(paths.activity)),
  onPort(
    linear,
    'port: a long body',
    500_000,
    () => emptyFake({ journal: false }),
    (call, size) => {
      const body = (requests.create.body ?? '').replace('Created', 'x'.repeat(size));
      return async () => {
        await call('POST', paths.create, body);
        await call('POST', '/__fake/reset');
      };
    },
  ),
  onPort(constant, 'admin: GET clock', 3000, world, getting('/__fake/clock')),
  onPort(
    constant,
    'admin: POST clock',
    3000,
    world,
    (call) => () => call('POST', '/__fake/clock', { advance: '1s' }),
  ),
  onPort(constant, 'admin: POST reset', 3000, world, (call) => () => call('POST', '/__fake/reset')),
  onPort(linear, 'admin: GET state', 1000, world, getting('/__fake/state')),
  onPort(linear, 'admin: GET snapshot', 1000, world, getting('/__fake/snapshot')),
  onPort(linear, 'admin: PUT snapshot', 200, world, (call, size) => {
    const snapshot = worldOf(size).fake.snapshot();
    return () => call('PUT', '/__fake/snapshot', snapshot);
  }),
  onPort(linear, 'admin: PUT seed', 200, world, (call, size) => {
    const seed = seedOf(size);
    return () => call('PUT', '/__fake/seed', seed);
  }),
  onPort(linear, 'admin: GET faults', 3000, faulty, getting('/__fake/faults')),
  // The new fault is read from a copy of all.
  onPort(linear, 'admin: POST faults, and DELETE it', 1000, faulty, (call) => async () => {
    const { id } = JSON.parse(await call('POST', '/__fake/faults', fault)) as { id: number };
    await call('DELETE', `/__fake/faults/${id}`);
  }),
  onPort(linear, 'admin: GET journal', 2000, journaled, getting('/__fake/journal')),
  onPort(
    linear,
    'admin: POST journal/find',
    1000,
    journaled,
    (call) => () => call('POST', '/__fake/journal/find', { method: 'PUT' }),
  ),
  linear('serve --seed: positions of what is wrong', 300, (size, end) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-seed-'));
    end(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'seed.json');
    const wrong = mockServices(size).map((service) => ({ ...service, title: 7 }));
    writeFileSync(file, JSON.stringify({ mockServices: wrong }, null, 1));
    return () => readSeed(file, (seed) => createFakeServer({ seed })).then(() => 'no error', String);
  }),
  linear('serve --seed: the position of a syntax error', 500, (size, end) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-seed-'));
    end(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'seed.json');
    writeFileSync(file, JSON.stringify({ mockServices: mockServices(size) }, null, 1).slice(0, -1));
    return () => readSeed(file, (seed) => createFakeServer({ seed })).then(() => 'no error', String);
  }),
];
