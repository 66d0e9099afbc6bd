import { didYouMean } from './words.ts';
import type { FakeServerOptions } from './options.ts';
import { operationOptions, variationOptions } from './variation/behavior-options.ts';

/** Bundlers replace `process.env.NODE_ENV`, so a production build can omit code for development. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

type Behaviors = typeof operationOptions & typeof variationOptions;

/** Names of the options that are in no other table. The compiler rejects a missing name. */
const otherOptions: Readonly<Record<Exclude<keyof FakeServerOptions, keyof Behaviors>, true>> = {
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

/** Objects whose keys are the names of all options. */
const groups: readonly object[] = [otherOptions, operationOptions, variationOptions];

/** Warns about each unknown option in development. An unknown option has no effect and is often a misspelled name. */
export function warnOfUnknownOptions(options: FakeServerOptions): void {
  let messages: readonly string[] = [];
  try {
    if (process.env.NODE_ENV !== 'production') messages = unknownOptions(options);
  } catch {
    // In a page that was built without a bundler, `process` does not exist.
  }
  for (const message of messages) warn(options, message);
}

function unknownOptions(options: FakeServerOptions): string[] {
  const unknown = Object.keys(options).filter((name) => !groups.some((group) => Object.hasOwn(group, name)));
  return unknown.map((name) => {
    const names = groups.flatMap((group) => Object.keys(group));
    const hint = didYouMean(name, names) || ` Valid options: ${names.join(', ')}.`;
    return `createFakeServer: unknown option \`${name}\`.${hint}`;
  });
}

/** Passes a warning to `onWarning`. */
export function warn(
  { onWarning = console.warn }: Pick<FakeServerOptions, 'onWarning'>,
  message: string,
): void {
  onWarning(message);
}

/** Wraps a function so that it is called only once for each message. A seed may contain the same mistake many times. */
export function onceEach(act: (message: string) => void): (message: string) => void {
  const seen = new Set<string>();
  return (message) => {
    if (seen.has(message)) return;
    seen.add(message);
    act(message);
  };
}
