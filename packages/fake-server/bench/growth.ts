import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import type { BenchPart } from '../../../tools/bench/bench.ts';
import { compare, duration, median, type Contender } from '../../../tools/bench/measure.ts';
import type { Measurement } from '../../../tools/bench/report.ts';
import { activityEntries, idOf, mockServices } from './samples.ts';

/** How many acts are timed at once, from the beginning of the world on. */
const batch = 10;

export const growth: BenchPart = {
  name: 'growth',
  title: 'Writes as the world grows',
  about:
    'One act of a test, without HTTP, in worlds of 10 and of 100,000 mock services with as many entries in a log; and recording one entry of a longer run, each with an id of its own.',
  run: async ({ quick, say }) => {
    const worlds = [10, 100_000].map(worldOf);
    const measurements: Measurement[] = [];
    for (const [name, act] of Object.entries(acts)) {
      say(name);
      const contenders = worlds.map((world): Contender => ({
        name: `in a world of ${world.size}`,
        sample: () => typical(world, act, quick ? 50 : 200),
      }));
      measurements.push(await flat(name, contenders, quick));
    }
    say('runs of records');
    const runs = [1000, 8000].map((count): Contender => ({
      name: `of ${count} entries`,
      sample: () => running(count),
    }));
    return { measurements: [...measurements, await flat('record, with ids', runs, quick)] };
  },
};

interface World {
  readonly size: number;
  readonly fake: FakeServer;
  readonly workspaceId: string;
}

/** The nth act in a world. */
type Act = (world: World, n: number) => unknown;

const fresh = activityEntries(8000, 1_000_000);

const acts: Readonly<Record<string, Act>> = {
  record: ({ fake, workspaceId }) => fake.activity.record(workspaceId),
  'record with an id': ({ fake, workspaceId }, n) => fake.activity.record(workspaceId, fresh[n]),
  add: ({ fake }) => fake.mockServices.add(),
  get: ({ fake, size }, n) => fake.mockServices.get(spread(n, size)),
  update: ({ fake, size }, n) => fake.mockServices.update(spread(n, size), { title: 'New' }),
  remove: ({ fake, size }, n) => fake.mockServices.remove(spread(n, size)),
  'remove an entry': ({ fake, workspaceId, size }, n) => fake.activity.remove(workspaceId, spread(n, size)),
};

/** The id of the nth of ten that stand far from each other. */
function spread(n: number, size: number): string {
  return idOf(n * (size / batch));
}

function worldOf(size: number): World {
  const workspace = createFakeServer({ seed: {} }).workspaces.add();
  const fake = createFakeServer({
    seed: {
      mockServices: mockServices(size),
      workspaces: [workspace],
      activity: { [workspace.id]: activityEntries(size) },
    },
    maxActivityEntries: Number.POSITIVE_INFINITY,
  });
  return { size, fake, workspaceId: workspace.id };
}

/** Microseconds that one act takes: the median of many batches, so that what interrupts a few of them does not count. */
async function typical(world: World, act: Act, batches: number): Promise<number> {
  const figures: number[] = [];
  for (let i = 0; i < batches; i += 1) {
    world.fake.reset();
    const ms = await duration(() => {
      for (let n = 0; n < batch; n += 1) act(world, n);
    });
    figures.push((ms * 1000) / batch);
  }
  return median(figures);
}

/** Microseconds of processor time that one entry of a run takes, whatever else the machine does. */
function running(count: number): number {
  const { fake, workspaceId } = worldOf(0);
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let n = 0; n < count; n += 1) fake.activity.record(workspaceId, fresh[n]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

function flat(title: string, contenders: readonly Contender[], quick: boolean): Promise<Measurement> {
  const [few = '', many = ''] = contenders.map(({ name }) => name);
  return compare(
    {
      id: `growth-${title.replaceAll(/\W+/g, '-')}`,
      title,
      unit: 'µs',
      baseline: few,
      better: 'less',
      reach: [{ contender: many, of: 'ratio', most: 1.5 }],
    },
    contenders,
    { rounds: quick ? 5 : 15, warmUp: 3 },
  );
}
