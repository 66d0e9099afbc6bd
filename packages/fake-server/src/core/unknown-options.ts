import { didYouMean } from './words.ts';
import type { FakeServerOptions } from './options.ts';
import { operationOptions, variationOptions } from './variation/behaviour-options.ts';

/** Bundlers replace it: what is only for development costs a production build nothing. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

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
  profile: true,
  journal: true,
  errorStatuses: true,
  requiredToken: true,
  grease: true,
  onWarning: true,
};

/** The names of all options, in groups: a world is made often, and looks its few options up. */
const groups: readonly object[] = [otherOptions, operationOptions, variationOptions];

/** Warns, in development, of each option that does not exist: such a one, often misspelt, would have no effect. */
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
