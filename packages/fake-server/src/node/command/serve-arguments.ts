import { Command } from '@commander-js/extra-typings';
import type { Duration } from '../../core/index.ts';
import { collect, parseArguments, wrong } from './arguments.ts';

/** The options of the command that serves. */
export interface ServeArguments {
  readonly port: number;
  readonly host: string | undefined;
  /** Path of a JSON file. */
  readonly seed: string | undefined;
  /** Path of a JSON file. */
  readonly profile: string | undefined;
  /** Path of the file in which the data is kept; `undefined` for memory. */
  readonly data: string | undefined;
  /** Delay of every response. */
  readonly latency: Duration | undefined;
  /** Whether what the interface leaves open varies, or the random seed that it varies by. */
  readonly grease: boolean | number;
  /** Limits of the worlds; `undefined` for one fake server. */
  readonly worlds: { readonly max: number | undefined; readonly idle: Duration | undefined } | undefined;
  readonly corsOrigin: readonly string[] | undefined;
  readonly admin: boolean;
  /** Whether to serve the explorer beside. */
  readonly explore: boolean;
  readonly quiet: boolean;
}

const exitCodeHelp = `
Exit codes: 0 stopped, 2 wrong arguments, 3 the seed, the profile or the data
cannot be read or is invalid, 4 cannot listen on the port.`;

/** @throws {CommandFailure} for wrong arguments, and with the help when it is asked for. */
export function readServeArguments(args: readonly string[]): ServeArguments {
  const command = new Command()
    .usage('[options]')
    .description(
      'Serves a fake of the mock service configuration and workspace activity interface until it is stopped with Ctrl+C or SIGTERM. It starts with sample data or a seed. Its data lives in memory and is gone when the program ends, unless --data says where to keep it.',
    )
    .option('--port <number>', 'TCP port; 0 takes a free one', '4600')
    .option(
      '--host <address>',
      'address or host name to listen on; by default 127.0.0.1, which no other machine reaches. On a loopback address, requests that name another host than this machine or this one are rejected',
    )
    .option(
      '--seed <file.json>',
      'initial data: { mockServices, workspaces, activity, configurations }, each optional; {} for none; sample data by default',
    )
    .option(
      '--profile <file.json>',
      'behave like the service whose behavior this file describes; npx @mock-services/conformance --profile saves such a file; stderr lists the observations that the fake server cannot reproduce',
    )
    .option(
      '--data <file>',
      'keep the data in this SQLite file, where the next start finds it as it was; the file is made if there is none, and a seed is for what is not in it yet',
    )
    .option(
      '--grease [seed]',
      'vary what the interface leaves open, so that nothing comes to depend on it; the same whole number gives the same variation',
    )
    .option('--latency <time>', 'delay of every response: milliseconds, or 50ms, 2s (default: 0)')
    .option(
      '--worlds',
      'serve worlds by name, each with its own data, clock, faults and journal: below /worlds/<name>, or by the header x-mock-services-world; without either, the world "default"',
    )
    .option(
      '--max-worlds <number>',
      'with --worlds: at this number, a new world replaces the one idle longest (default: 1000)',
    )
    .option(
      '--idle <time>',
      'with --worlds: how long a world is unused before it may be replaced: milliseconds, or 30s, 20m, 1h (default: 1h)',
    )
    .option(
      '--cors-origin <origin>',
      'let pages of this origin call; repeatable; * for all; by default, pages of other origins are rejected',
      collect,
    )
    .option('--admin', 'also serve /__fake/, to seed, reset, inspect and inject faults over HTTP')
    .option(
      '--explore',
      'also serve the explorer, a page over this server, on a port of its own: the first free one from 4610 on; from the package @mock-services/explorer, which npx fetches where it is not installed',
    )
    .option('--quiet', 'print the URL alone')
    .option('--version', 'print the version')
    .addHelpText('after', exitCodeHelp);
  parseArguments(command, args);
  const {
    port,
    host,
    seed,
    profile,
    data,
    grease,
    latency,
    worlds,
    maxWorlds,
    idle,
    corsOrigin,
    admin,
    explore,
    quiet,
  } = command.opts();
  return {
    port: portOf(port),
    host: given('--host', host),
    seed: given('--seed', seed),
    profile: given('--profile', profile),
    data: given('--data', data),
    grease: typeof grease === 'string' ? greaseOf(grease) : (grease ?? false),
    latency: durationOf('--latency', latency),
    worlds: worldsOf(worlds, maxWorlds, idle),
    corsOrigin: corsOrigin?.map(originOf),
    admin: admin ?? false,
    explore: explore ?? false,
    quiet: quiet ?? false,
  };
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw wrong(`--port takes a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function greaseOf(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw wrong(`--grease stands alone or takes a whole number, --grease=7, not ${JSON.stringify(text)}.`);
}

/** A plain number is one of milliseconds. */
function durationOf(option: string, text: string | undefined): Duration | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|[smhd])?$/.exec(text) ?? [];
  if (amount === undefined)
    throw wrong(`${option} takes milliseconds, or a time such as 2s, not ${JSON.stringify(text)}.`);
  // The units of the expression are those of a duration.
  return `${Number(amount)}${unit as 'ms' | 's' | 'm' | 'h' | 'd'}`;
}

function worldsOf(
  worlds: true | undefined,
  max: string | undefined,
  idle: string | undefined,
): ServeArguments['worlds'] {
  if (worlds) return { max: maxWorldsOf(max), idle: durationOf('--idle', idle) };
  if (max !== undefined) throw wrong('--max-worlds is for worlds: add --worlds.');
  if (idle !== undefined) throw wrong('--idle is for worlds: add --worlds.');
  return undefined;
}

function maxWorldsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw wrong(`--max-worlds takes a whole number, 1 or more, not ${JSON.stringify(text)}.`);
}

function given(option: string, value: string | undefined): string | undefined {
  if (value === '') throw wrong(`${option} needs a value.`);
  return value;
}

/** An origin as a browser sends it: in lower case, without a path or a trailing slash. */
function originOf(text: string): string {
  if (text === '*' || (URL.canParse(text) && new URL(text).origin === text)) return text;
  throw wrong(
    `--cors-origin takes an origin such as http://localhost:5173, or *, not ${JSON.stringify(text)}.`,
  );
}
