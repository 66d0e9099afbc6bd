import { didYouMean } from './words.ts';
import type { FakeServerOptions } from './options.ts';
import { operationOptions, variationOptions } from './variation/behaviour-options.ts';

/** Bundlers replace `process.env.NODE_ENV`, so that production builds leave out code for development. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

type Behaviours = typeof operationOptions & typeof variationOptions;

/** The options without a table of their own. The compiler rejects a missing option. */
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
  profile: true,
  journal: true,
  errorStatuses: true,
  requiredToken: true,
  grease: true,
  onWarning: true,
};

/** The names of all options. Groups, because each new world looks up its few options. */
const groups: readonly object[] = [otherOptions, operationOptions, variationOptions];

/** Warns in development of each option that does not exist, which is often misspelled and would have no effect. */
export function warnOfUnknownOptions(options: FakeServerOptions): void {
  let messages: readonly string[] = [];
  try {
    if (process.env.NODE_ENV !== 'production') messages = unknownOptions(options);
  } catch {
    // A page without a bundler has no `process`.
  }
  for (const message of messages) warn(options, message);
}

function unknownOptions(options: FakeServerOptions): string[] {
  const unknown = Object.keys(options).filter((name) => !groups.some((group) => Object.hasOwn(group, name)));
  return unknown.map((name) => {
    const names = groups.flatMap((group) => Object.keys(group));
    const hint = didYouMean(name, names) || ` There are ${names.join(', ')}.`;
    return `createFakeServer has no option "${name}": it has no effect.${hint}`;
  });
}

/** Passes a warning on. */
export function warn(
  { onWarning = console.warn }: Pick<FakeServerOptions, 'onWarning'>,
  message: string,
): void {
  onWarning(message);
}
