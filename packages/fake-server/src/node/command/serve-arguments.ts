import type { Duration } from '../../core/index.ts';
import { parseArguments, wrong } from './arguments.ts';

/** What the arguments ask for. */
export interface ServeArguments {
  readonly port: number;
  readonly host: string | undefined;
  /** Path of a JSON file. */
  readonly seed: string | undefined;
  /** How long every answer takes. */
  readonly latency: Duration | undefined;
  /** Whether what the interface leaves open varies, or the seed that it varies by. */
  readonly grease: boolean | number;
  readonly corsOrigin: readonly string[] | undefined;
  readonly admin: boolean;
  readonly quiet: boolean;
}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  seed: { type: 'string' },
  grease: { type: 'string' },
  latency: { type: 'string' },
  'cors-origin': { type: 'string', multiple: true },
  admin: { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const;

/** @throws {CommandFailure} for arguments that are wrong. */
export function readServeArguments(args: readonly string[]): ServeArguments {
  // `--grease` may stand alone, which no type of `parseArgs` allows for.
  const whole = args.map((arg) => (arg === '--grease' ? '--grease=on' : arg));
  const { values } = parseArguments({ args: whole, options });
  return {
    port: portOf(values.port ?? '4600'),
    host: given('--host', values.host),
    seed: given('--seed', values.seed),
    grease: values.grease === undefined ? false : greaseOf(values.grease),
    latency: values.latency === undefined ? undefined : durationOf(values.latency),
    corsOrigin: values['cors-origin']?.map(originOf),
    admin: values.admin ?? false,
    quiet: values.quiet ?? false,
  };
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw wrong(`--port takes a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function greaseOf(text: string): true | number {
  if (text === 'on' || /^\d{1,10}$/.test(text)) return text === 'on' || Number(text);
  throw wrong(`--grease stands alone or takes a whole number, --grease=7, not ${JSON.stringify(text)}.`);
}

/** A number alone is one of milliseconds. */
function durationOf(text: string): Duration {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|[smhd])?$/.exec(text) ?? [];
  if (amount === undefined)
    throw wrong(`--latency takes milliseconds, or a time such as 2s, not ${JSON.stringify(text)}.`);
  // The units of the expression are those of a duration.
  return `${Number(amount)}${unit as 'ms' | 's' | 'm' | 'h' | 'd'}`;
}

function given(option: string, value: string | undefined): string | undefined {
  if (value === '') throw wrong(`${option} needs a value.`);
  return value;
}

/** An origin as a browser sends it: without a path, without a slash at the end, in lower case. */
function originOf(text: string): string {
  if (text === '*' || (URL.canParse(text) && new URL(text).origin === text)) return text;
  throw wrong(
    `--cors-origin takes an origin such as http://localhost:5173, or *, not ${JSON.stringify(text)}.`,
  );
}
