import { didYouMean } from './nearest-name.ts';
import type { FakeServerOptions } from './options.ts';
import { operationOptions, variationOptions } from './variation/behaviour-options.ts';

type Behaviours = typeof operationOptions & typeof variationOptions;

/** The options without a table of their own. The compiler knows whether one is missing. */
const otherOptions: Readonly<Record<Exclude<keyof FakeServerOptions, keyof Behaviours>, true>> = {
  baseUrl: true,
  seed: true,
  randomSeed: true,
  clock: true,
  maxActivityEntries: true,
  maxWorldBytes: true,
  maxBodyBytes: true,
  latency: true,
  storage: true,
  journal: true,
  errorStatuses: true,
  requiredToken: true,
  grease: true,
  onWarning: true,
};

/** Warns of each option that does not exist: such a one, often misspelt, would have no effect. */
export function warnOfUnknownOptions(options: FakeServerOptions): void {
  const known = { ...otherOptions, ...operationOptions, ...variationOptions };
  const names = Object.keys(known);
  for (const name of Object.keys(options).filter((name) => !names.includes(name))) {
    const hint = didYouMean(name, names) || ` There are ${names.join(', ')}.`;
    warn(options, `createFakeServer has no option "${name}": it has no effect.${hint}`);
  }
}

/** Passes a warning on. */
export function warn(
  { onWarning = console.warn }: Pick<FakeServerOptions, 'onWarning'>,
  message: string,
): void {
  onWarning(message);
}
