/** Defines and parses the arguments of the program. */
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Duration } from '../../core/index.ts';
import { toMilliseconds } from '../../core/time/instant.ts';
import { didYouMean } from '../../core/words.ts';
import { CommandFailure } from './terminal.ts';

const hint = 'See --help.';

/**
 * Parses the arguments. Rejects unknown arguments.
 *
 * @throws {CommandFailure} if an argument is wrong, or if the user requested the help.
 */
function parseArguments(command: CommandUnknownOpts, args: readonly string[]): void {
  let output = '';
  const write = (text: string): void => void (output += text);
  command
    .name('npx @mock-services/fake-server')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(hint)
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.unknownOption') {
      const [option = ''] = /--[^'=]*/.exec(error.message) ?? [];
      throw wrong(
        `${error.message}.${didYouMean(
          option,
          command.options.map(({ long }) => long ?? ''),
        )}`,
      );
    }
    throw new CommandFailure(error.exitCode === 0 ? 'done' : 'usage', output.trimEnd());
  }
}

/** Collects the values of a repeatable option. */
function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Creates the error for a wrong argument. */
export function wrong(reason: string): CommandFailure {
  return new CommandFailure('usage', `${reason}\n${hint}`);
}

/** The parsed arguments. */
export interface ServeArguments {
  readonly port: number;
  readonly host: string | undefined;
  /** Initial data of the server: a JSON file, no data, or the sample data. */
  readonly seed: { readonly file: string } | 'empty' | 'sample';
  /** Path of the file that stores the data. `undefined` keeps the data in memory. */
  readonly data: string | undefined;
  /** Start time of a manual clock. `undefined` means real time. */
  readonly clock: string | undefined;
  /** Token that every request must contain. */
  readonly token: string | undefined;
  /** Delay of every response. */
  readonly latency: Duration | undefined;
  /** Whether grease (random variation of open points) is enabled, or its random seed. */
  readonly grease: boolean | number;
  /** Limits of the worlds. If the value is `undefined`, the program serves a single fake server. */
  readonly worlds: { readonly max: number | undefined; readonly idle: Duration | undefined } | undefined;
  readonly corsOrigin: readonly string[] | undefined;
  /** Path of a profile, which is a JSON file that the conformance suite writes. */
  readonly profile: string | undefined;
  readonly admin: boolean;
  /** Whether to serve the explorer. */
  readonly explore: boolean;
  readonly quiet: boolean;
}

const exitCodeHelp = `
Exit codes: 0 stopped, 2 wrong arguments, 3 the seed, the profile or the data
cannot be read or is invalid, 4 cannot listen on the port.`;

/** @throws {CommandFailure} if an argument is wrong, or if the user requested the help. */
export function readServeArguments(args: readonly string[]): ServeArguments {
  const command = new Command()
    .usage('[options]')
    .description(
      'Serves a fake of the mock service configuration and workspace activity interface until it is stopped with Ctrl+C or SIGTERM. It starts with sample data, runs in real time, and keeps its data in memory.',
    )
    .option('--port <number>', 'TCP port; 0 for a free one', '4600')
    .option(
      '--host <address>',
      'address or host name to listen on; by default 127.0.0.1, which other machines do not reach',
    )
    .option(
      '--token <token>',
      'require Authorization: Bearer <token> of every request, including those to /__fake/',
    )
    .option('--cors-origin <origin>', 'let pages of this origin call; repeatable; * for all', collect)
    .option(
      '--seed <file.json>',
      'initial data instead of the sample data: { mockServices, workspaces, activity, configurations }, each optional',
    )
    .option('--empty', 'start without data')
    .option(
      '--profile <file.json>',
      'behave like the service that this file describes; npx @mock-services/conformance --profile saves such a file, and stderr lists what the fake server cannot reproduce',
    )
    .option(
      '--data <file>',
      'store the data in this SQLite file, and continue with it at the next start; the initial data is for what the file does not have',
    )
    .option('--clock <time>', 'stop the clock at this time, such as 2026-03-01T12:00:00Z')
    .option('--latency <time>', 'delay of every response: milliseconds, or 50ms, 2s (default: 0)')
    .option(
      '--grease [seed]',
      'vary what the interface leaves open, so that clients do not depend on it; the same integer gives the same variation',
    )
    .option(
      '--worlds',
      'serve worlds by name, each with its own data, clock, faults and journal: below /worlds/<name>, or by the header x-mock-services-world; otherwise the world "default"',
    )
    .option(
      '--max-worlds <number>',
      'with --worlds: at this number, a new world evicts the one idle longest (default: 1000)',
    )
    .option(
      '--idle <time>',
      'with --worlds: how long a world is unused before it may be evicted: milliseconds, or 30s, 20m (default: 1h)',
    )
    .option('--admin', 'also serve /__fake/, to seed, reset, inspect and inject faults over HTTP')
    .option(
      '--explore',
      'also serve the explorer, a page over this server, on the first free port from 4610; npx fetches its package @mock-services/explorer if necessary',
    )
    .option('--quiet', 'print only the URL')
    .option('--version', 'print the version')
    .addHelpText('after', exitCodeHelp);
  parseArguments(command, args);
  const options = command.opts();
  const { grease, corsOrigin, admin = false, explore = false, quiet = false } = options;
  return {
    port: portOf(options.port),
    host: given('--host', options.host),
    seed: seedOf(given('--seed', options.seed), options.empty),
    profile: given('--profile', options.profile),
    data: given('--data', options.data),
    clock: clockOf(options.clock),
    token: tokenOf(options.token),
    latency: durationOf('--latency', options.latency),
    grease: typeof grease === 'string' ? greaseOf(grease) : (grease ?? false),
    worlds: worldsOf(options.worlds, options.maxWorlds, options.idle),
    corsOrigin: corsOrigin?.map(originOf),
    admin,
    explore,
    quiet,
  };
}

function seedOf(file: string | undefined, empty: true | undefined): ServeArguments['seed'] {
  if (file === undefined) return empty ? 'empty' : 'sample';
  if (empty) throw wrong('--empty and --seed cannot be combined. Remove one of them.');
  return { file };
}

function clockOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    toMilliseconds(text);
    return text;
  } catch {
    throw wrong(`--clock must be a time in UTC, such as 2026-03-01T12:00:00Z, not ${JSON.stringify(text)}.`);
  }
}

/** Checks the token. The error message does not contain the token. */
function tokenOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw wrong('--token must be a token of visible ASCII characters without spaces.');
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw wrong(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function greaseOf(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw wrong(`--grease must have no value or an integer, such as --grease=7, not ${JSON.stringify(text)}.`);
}

/** Parses a duration. A number without a unit is in milliseconds. */
function durationOf(option: string, text: string | undefined): Duration | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|[smhd])?$/.exec(text) ?? [];
  if (amount === undefined)
    throw wrong(
      `${option} must be a number of milliseconds or a time such as 2s, not ${JSON.stringify(text)}.`,
    );
  // The cast is safe, because the regular expression accepts only the units `ms`, `s`, `m`, `h` and `d`.
  return `${Number(amount)}${unit as 'ms' | 's' | 'm' | 'h' | 'd'}`;
}

function worldsOf(
  worlds: true | undefined,
  max: string | undefined,
  idle: string | undefined,
): ServeArguments['worlds'] {
  if (worlds) return { max: maxWorldsOf(max), idle: durationOf('--idle', idle) };
  if (max !== undefined) throw wrong('--max-worlds has no effect without --worlds. Add --worlds.');
  if (idle !== undefined) throw wrong('--idle has no effect without --worlds. Add --worlds.');
  return undefined;
}

function maxWorldsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw wrong(`--max-worlds must be an integer of at least 1, not ${JSON.stringify(text)}.`);
}

function given(option: string, value: string | undefined): string | undefined {
  if (value === '') throw wrong(`${option} needs a value.`);
  return value;
}

/**
 * Checks that an origin is in lower case and has no path and no trailing slash, like the origins that browsers send.
 */
function originOf(text: string): string {
  if (text === '*' || (URL.canParse(text) && new URL(text).origin === text)) return text;
  throw wrong(
    `--cors-origin must be an origin such as http://localhost:5173, or *, not ${JSON.stringify(text)}.`,
  );
}
