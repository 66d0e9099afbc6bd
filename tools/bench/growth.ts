/** How the processor time of functions grows with what they are given: each is measured at a size and at 8 times it. */
import { setImmediate } from 'node:timers/promises';
import { isBounded, type Growth } from './report.ts';

/** What is measured: anything that can be repeated as often as wanted. */
export type Act = () => unknown;

/** A function, and how it may grow. */
export interface Probe {
  /** Unique within the package. */
  readonly name: string;
  /** The smaller of both sizes; large enough that what grows takes longer than what does not. */
  readonly n: number;
  readonly growth: 'linear' | 'constant';
  /**
   * Prepares what is not measured.
   *
   * @param end - Takes what ends it, such as a server.
   */
  readonly prepare: Prepare;
}

type Prepare = (size: number, end: (close: () => unknown) => void) => Act | Promise<Act>;

/** A probe of what may grow as its input does. */
export function linear(name: string, n: number, prepare: Prepare): Probe {
  return { name, n, growth: 'linear', prepare };
}

/** A probe of what may not depend on the size. */
export function constant(name: string, n: number, prepare: Prepare): Probe {
  return { name, n, growth: 'constant', prepare };
}

const factor = 8;

/** How often the time may grow at 8 times the size. */
const most = { linear: 12, constant: 2 } as const;

interface Effort {
  /** Part of the probe's size that is measured. */
  readonly share: number;
  readonly rounds: number;
  /** Milliseconds that a sample takes at least. */
  readonly sampleMs: number;
}

const full: Effort = { share: 1, rounds: 5, sampleMs: 20 };
const quickly: Effort = { share: 1 / 8, rounds: 2, sampleMs: 2 };

/** Measures probes in turn; one that grows too much is measured for longer before it counts as missed. */
export async function measureGrowth(
  probes: readonly Probe[],
  { quick, say }: { readonly quick: boolean; readonly say: (text: string) => void },
): Promise<Growth[]> {
  const measured: Growth[] = [];
  for (const probe of probes) {
    say(probe.name);
    measured.push(await measure(probe, quick ? quickly : full, quick ? 0 : 3));
  }
  return measured;
}

async function measure(probe: Probe, effort: Effort, repeats: number): Promise<Growth> {
  const n = Math.ceil(probe.n * effort.share);
  const closing: (() => unknown)[] = [];
  const actAt = async (size: number) => probe.prepare(size, (close) => closing.push(close));
  try {
    const acts = [await actAt(n), await actAt(n * factor)] as const;
    globalThis.gc?.();
    const times = [await timesOf(acts[0], effort), await timesOf(acts[1], effort)] as const;
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
    const found = (): Growth => {
      const [small, large] = [short(least[0]), short(least[1])];
      const { name, growth } = probe;
      return { name, growth, n, small, large, factor: short(large / small), most: most[growth] };
    };
    for (let repeat = 0; repeat <= repeats; repeat += 1) {
      for (let round = 0; round < effort.rounds; round += 1) {
        least[0] = Math.min(least[0], await sample(acts[0], times[0]));
        least[1] = Math.min(least[1], await sample(acts[1], times[1]));
      }
      if (isBounded(found())) break;
    }
    return found();
  } catch (cause) {
    throw new Error(`${probe.name}: ${String(cause)}`, { cause });
  } finally {
    for (const close of closing) await close();
  }
}

/** How often an act is repeated so that a sample takes long enough; this warms it up, too. */
async function timesOf(act: Act, { sampleMs }: Effort): Promise<number> {
  for (let times = 1; ;) {
    const lasted = (await sample(act, times)) * times;
    if (lasted >= sampleMs * 1000) return times;
    times = Math.ceil(times * Math.min(10, (sampleMs * 1200) / Math.max(lasted, 1)));
  }
}

/** Microseconds of processor time that an act takes, whatever else the machine does. */
async function sample(act: Act, times: number): Promise<number> {
  await setImmediate();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) {
    const result = act();
    // Waiting for what is no promise would take longer than a short act.
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function short(value: number): number {
  return Number(value.toPrecision(4));
}
