import { createFakeServer } from '@mock-services/fake-server/core';
import { endpoints, expandPath } from '@mock-services/sdk/contract';
import { join } from 'node:path';
import type { BenchPart } from '../../../tools/bench/bench.ts';
import { resultOf } from '../../../tools/bench/child.ts';
import { compare, duration, settled, type Contender } from '../../../tools/bench/measure.ts';
import { installPeers } from '../../../tools/bench/peers.ts';
import type { Measurement } from '../../../tools/bench/report.ts';
import { mockServices, ours, requests } from './samples.ts';

const mebibyte = 1024 * 1024;

export const state: BenchPart = {
  name: 'state',
  title: 'State',
  about:
    'What a world takes, and what going back costs. Memory is that of 100,000 exchanges of 1.16 KB; the others are a log of 10,000 entries and a world of 100,000 mock services.',
  run: async ({ quick, say }) => {
    if (!quick) await installPeers();
    say('memory');
    const memory = await holding(quick);
    say('clear and reset');
    const rounds = quick ? 5 : 15;
    return { measurements: [memory, await clearing(rounds), await resetting(rounds), await writing(rounds)] };
  },
};

/** The bytes of stored exchanges, beside the JSON that they are. */
async function holding(quick: boolean): Promise<Measurement> {
  const stores = { [ours]: 'fake', 'plain objects': 'objects', ...(!quick && { '@msw/data': 'data' }) };
  const figures: Record<string, number> = {};
  for (const [name, store] of Object.entries(stores)) {
    const file = join(import.meta.dirname, 'children/holding.ts');
    const { held, json } = await resultOf<{ held: number; json: number }>({
      file,
      args: [store, quick ? '20000' : '100000'],
      execArgv: ['--expose-gc'],
    });
    figures['their JSON'] ??= json / mebibyte;
    figures[name] = held / mebibyte;
  }
  return settled(
    {
      id: 'memory',
      title: quick ? '20,000 exchanges' : '100,000 exchanges',
      unit: 'MiB',
      baseline: 'their JSON',
      better: 'less',
      reach: [{ contender: ours, of: 'ratio', most: 1.15 }],
    },
    figures,
  );
}

function clearing(rounds: number): Promise<Measurement> {
  const fake = createFakeServer({ seed: {} });
  const { id } = fake.workspaces.add();
  const clear = { method: 'DELETE', path: expandPath(endpoints.clearActivity.path, { workspaceId: id }) };
  const entries = Array.from({ length: 10_000 }, () => fake.activity.record(id));
  return measured('clear', 'clear 10,000 entries', rounds, {
    [ours]: () => {
      for (const entry of entries) fake.activity.record(id, { ...entry, id: undefined });
      // The first request after ten thousand calls of something else pays for cold caches, whatever it asks for.
      fake.handle(requests.list);
      return duration(() => fake.handle(clear));
    },
    [plain]: () => {
      const log = entries.map((entry) => ({ ...entry }));
      return duration(() => log.splice(0));
    },
  });
}

const services = 100_000;
const plain = 'plain objects in memory';

const create = { ...requests.create, headers: { 'content-type': 'application/json' } };

function resetting(rounds: number): Promise<Measurement> {
  const fake = createFakeServer({ seed: { mockServices: mockServices(services) } });
  const rows = new Map(mockServices(services).map((service) => [service.id, service]));
  return measured('reset', 'reset', rounds, {
    [ours]: () => {
      fake.handle(create);
      return duration(() => fake.reset());
    },
    [plain]: () => duration(() => new Map(rows)),
  });
}

function writing(rounds: number): Promise<Measurement> {
  const fake = createFakeServer({ seed: { mockServices: mockServices(services) } });
  const rows = mockServices(services);
  return measured('first-write', 'first write after it', rounds, {
    [ours]: () => {
      fake.reset();
      return duration(() => fake.handle(create));
    },
    [plain]: () => duration(() => structuredClone(rows[7])),
  });
}

type Act = Contender['sample'];

function measured(
  id: string,
  title: string,
  rounds: number,
  acts: Readonly<Record<string, Act>>,
): Promise<Measurement> {
  const contenders = Object.entries(acts).map(([name, sample]) => ({ name, sample }));
  const reach = [{ contender: ours, of: 'median' as const, most: 0.1 }];
  return compare({ id, title, unit: 'ms', baseline: plain, better: 'less', reach }, contenders, {
    rounds,
    warmUp: 3,
  });
}
