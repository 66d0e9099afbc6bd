/** Measures contenders side by side, so that other load on the machine affects all of them. */

/** Returns its calls per second. */
export type Contender = () => Promise<number>;
/** A row of a table. `ratio` compares with the first contender. */
export interface Result {
  readonly perSecond: number;
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
  const samples: Record<Name, number>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % names.length;
    const sample: Partial<Record<Name, number>> = {};
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      sample[name] = await contenders[name]();
    if (round > 0) samples.push(sample as Record<Name, number>);
  }
  const result = (name: Name): Result => ({
    perSecond: median(samples.map((sample) => sample[name])),
    ratio: median(samples.map((sample) => sample[name] / sample[names[0]])),
  });
  const results = Object.fromEntries(names.map((name) => [name, result(name)])) as Results<Name>;
  const rows = names.map((name) => {
    const { perSecond, ratio } = results[name];
    const digits = perSecond < 100 ? 1 : 0;
    return `| ${name} | ${perSecond.toLocaleString('en', { maximumFractionDigits: digits })} | ${ratio.toFixed(2)} |`;
  });
  console.log([`\n| ${title} | per second | ratio |`, '| --- | --: | --: |', ...rows].join('\n'));
  return results;
}

/**
 * Calls a function again and again, one call at a time, for 0.3 s of this process's processor time, which other load on
 * the machine does not affect.
 */
export function oneByOne(call: () => unknown): Contender {
  return async () => {
    const start = process.cpuUsage();
    for (let calls = 1; ; calls += 1) {
      await call();
      const { user, system } = process.cpuUsage(start);
      const seconds = (user + system) / 1e6;
      if (seconds >= 0.3) return calls / seconds;
    }
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
