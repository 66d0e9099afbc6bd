import { describeUnknown, warn } from './words.ts';
import type { FakeServerOptions } from './options.ts';
import { openPointTable } from './behavior/open-points.ts';
import type { Settings } from './behavior/options.ts';

/** Bundlers replace `process.env.NODE_ENV`, so that production builds can omit code for development. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

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

/** In development, warns of unknown options, which are often misspelled. */
export function warnOfUnknownOptions(options: FakeServerOptions): void {
  let messages: readonly string[] = [];
  try {
    if (process.env.NODE_ENV !== 'production')
      messages = describeUnknown('createFakeServer', options, optionNames());
  } catch {
    // In a page that was built without a bundler, `process` does not exist.
  }
  for (const message of messages) warn(options, message);
}

export function optionNames(): string[] {
  const behaviors = Object.values(openPointTable).flatMap(({ option }) => option ?? []);
  return [...new Set([...Object.keys(otherOptions), ...behaviors])];
}
