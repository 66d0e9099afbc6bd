import { describeUnknown, warn } from './words.ts';
import type { FakeServerOptions } from './options.ts';
import { openPointTable } from './behavior/open-points.ts';
import type { Settings } from './behavior/options.ts';

const otherOptions: Readonly<Record<Exclude<keyof FakeServerOptions, keyof Settings>, true>> = {
  baseUrl: true,
  seed: true,
  scenarios: true,
  randomSeed: true,
  clock: true,
  maxActivityEntries: true,
  maxWorldBytes: true,
  maxBodyBytes: true,
  latency: true,
  storage: true,
  profile: true,
  journal: true,
  grease: true,
  onWarning: true,
};

/** Unknown options are often misspelled. */
export function warnOfUnknownOptions(options: FakeServerOptions): void {
  for (const message of describeUnknown('createFakeServer', options, optionNames())) warn(options, message);
}

export function optionNames(): string[] {
  const behaviors = Object.values(openPointTable).flatMap(({ option }) => option ?? []);
  return [...new Set([...Object.keys(otherOptions), ...behaviors])];
}
