import type { BenchPart } from '../../../tools/bench/bench.ts';
import { compare, rate } from '../../../tools/bench/measure.ts';
import type { Curve } from '../../../tools/bench/report.ts';
import { connect, type Client } from './client.ts';
import { startLoopback } from './loopback.ts';
import { openWorkshop, ours } from './workshop.ts';

const id = '1f0e2d3c-4b5a-4678-9abc-def012345678';

export const get: BenchPart = {
  name: 'get',
  title: 'One GET',
  about: 'Reading one mock service from a server of constants in another process on the same machine.',
  run: async ({ quick, peers, say }) => {
    const { contenders } = await openWorkshop(peers);
    const server = await startLoopback();
    const clients = new Map<string, Client>();
    for (const { name, file } of contenders) clients.set(name, await connect(file, server.url));
    // Enough for a few collections of garbage in each sample, which are what makes samples differ.
    const calls = quick ? 500 : 4000;
    const at = async (concurrency: number, rounds: number) => {
      say(`${concurrency} at once, ${rounds} rounds of ${calls} calls by ${clients.size} contenders`);
      return compare(
        {
          id: `get-${concurrency}`,
          title: concurrency === 1 ? 'one after the other' : `${concurrency} at once`,
          unit: 'calls/s',
          baseline: 'bare ky',
          better: 'more',
          reach: concurrency > 50 ? [] : [{ contender: ours, of: 'ratio', least: 0.93 }],
        },
        Array.from(clients, ([name, client]) => ({
          name,
          sample: () => rate(calls, (n) => callAtOnce(client, n, concurrency)),
        })),
        { rounds, warmUp: quick ? 1 : 2 },
      );
    };
    const rounds = quick ? 3 : 13;
    const measurements = [await at(1, rounds), await at(50, rounds)];
    if (quick) {
      await server.stop();
      return { measurements };
    }
    const more = [measurements[0], await at(10, 3), measurements[1], await at(200, 3), await at(1000, 3)];
    await server.stop();
    const curve: Curve = {
      id: 'concurrency',
      title: 'Calls per second, by how many are under way at once',
      x: { label: 'calls at once', log: true },
      y: { label: 'calls per second' },
      lines: contenders.map(({ name }) => ({
        contender: name,
        points: more.flatMap((measurement) => {
          const median = measurement?.rows.find(({ contender }) => contender === name)?.median;
          return median === undefined ? [] : [[Number(measurement?.id.slice(4)), median] as const];
        }),
      })),
    };
    return { measurements, curves: [curve] };
  },
};

/** Makes `n` calls, so many of them under way at any time. */
async function callAtOnce(client: Client, n: number, concurrency: number): Promise<void> {
  let left = n;
  const caller = async () => {
    for (; left > 0; left -= 1) await client.getMockService(id);
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
}
