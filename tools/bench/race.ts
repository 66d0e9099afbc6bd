/** Measures contenders in turn, so that other load on the machine affects all of them. */

/** Calls per second of wall time, and per second of processor time, which other load on the machine does not affect. */
export interface Speed {
  readonly perSecond: number;
  readonly perProcessorSecond: number;
}
export type Contender = () => Promise<Speed>;
/** `ratio` is the contender's speed relative to the first contender, by processor time. */
export interface Result extends Speed {
  readonly ratio: number;
}
export type Results<Name extends string> = Readonly<Record<Name, Result>>;

const rounds = 5;

/** Every contender runs once per round, in changing order. The first round is a warm-up. Results are medians. */
export async function race<Name extends string>(
  title: string,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Results<Name>> {
  console.error(`Measuring ${title} …`);
  const names = Object.keys(contenders) as [Name, ...Name[]];
  const samples: Record<Name, Speed>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % names.length;
    const sample: Partial<Record<Name, Speed>> = {};
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      sample[name] = await contenders[name]();
    if (round > 0) samples.push(sample as Record<Name, Speed>);
  }
  const result = (name: Name): Result => ({
    perSecond: median(samples.map((sample) => sample[name].perSecond)),
    perProcessorSecond: median(samples.map((sample) => sample[name].perProcessorSecond)),
    ratio: median(
      samples.map((sample) => sample[name].perProcessorSecond / sample[names[0]].perProcessorSecond),
    ),
  });
  const results = Object.fromEntries(names.map((name) => [name, result(name)])) as Results<Name>;
  const rows = names.map((name) => {
    const { perSecond, perProcessorSecond, ratio } = results[name];
    return `| ${name} | ${shown(perSecond)} | ${shown(perProcessorSecond)} | ${ratio.toFixed(2)} |`;
  });
  const head = `| ${title} | per second | per second of processor time | ratio |`;
  console.log([`\n${head}`, '| --- | --: | --: | --: |', ...rows].join('\n'));
  return results;
}

function shown(perSecond: number): string {
  return perSecond.toLocaleString('en', { maximumFractionDigits: perSecond < 100 ? 1 : 0 });
}

/** Calls a function repeatedly, one call at a time, for 0.3 s of this process's processor time. */
export function oneByOne(call: () => unknown): Contender {
  return async () => {
    const begin = performance.now();
    const start = process.cpuUsage();
    for (let calls = 1; ; calls += 1) {
      await call();
      const { user, system } = process.cpuUsage(start);
      const seconds = (user + system) / 1e6;
      if (seconds >= 0.3)
        return {
          perSecond: (calls * 1000) / (performance.now() - begin),
          perProcessorSecond: calls / seconds,
        };
    }
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
