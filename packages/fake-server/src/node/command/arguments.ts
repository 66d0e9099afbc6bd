import {
  collect,
  createCommand,
  durationOf,
  isLoopback,
  parseArguments,
  requireStdinOnce,
  serviceOptions,
  serviceUrlOf,
  type Terminal,
  timestampIn,
  tokenIn,
  tokenOf,
  usageFailure as wrong,
  variableOption,
} from '@mock-services/cli-kit';
import { parseUrl } from '../../core/http/base-url.ts';
import type { BehaviorOptions } from '../../core/index.ts';
import { isFakeServerError } from '../../core/errors.ts';
import { originsOption } from '../../core/server/origins.ts';

interface SeedFile {
  readonly file: string;
  /** Values in the form `NAME=value`. */
  readonly variables: readonly string[] | undefined;
}

/** A service whose data the fake server starts with. */
export interface CopiedService {
  /** Base URL. */
  readonly url: string;
  /** Token that the service requires. */
  readonly token: string | undefined;
  /** Whether the logs are copied, too. */
  readonly activity: boolean;
}

export interface ServeArguments {
  readonly port: number;
  readonly host: string | undefined;
  readonly seed: SeedFile | CopiedService | 'empty' | 'sample';
  /** Path of the file that stores the data. If `undefined`, the data is kept in memory. */
  readonly data: string | undefined;
  /** Start time of a manual clock. If `undefined`, the clock follows real time. */
  readonly clock: string | undefined;
  readonly token: string | undefined;
  /** If `undefined`, the profile determines the behavior. Without a profile, workspaces are kept. */
  readonly onExpiry: BehaviorOptions['onExpiry'];
  /** Milliseconds. */
  readonly latency: number | undefined;
  /** Whether grease (random variation of open points) is enabled, or its random seed. */
  readonly grease: boolean | number;
  /** `idle` is in milliseconds. */
  readonly worlds: { readonly max: number | undefined; readonly idle: number | undefined } | undefined;
  readonly corsOrigin: readonly string[] | undefined;
  /** Path of a JavaScript or TypeScript module. */
  readonly scenarios: string | undefined;
  /** Path of a JSON file that the conformance suite writes. */
  readonly profile: string | undefined;
  readonly admin: boolean;
  readonly quiet: boolean;
}

const epilogue = `
Environment, as for the other programs of the project:
  MOCK_SERVICES_TOKEN  the same as --token, but not visible in the process list
  MOCK_SERVICES_URL    if it is a local URL, such as http://localhost:4600, its
                       port is the default of --port

Exit codes: 0 after SIGTERM, 2 for an error, 130 after Ctrl+C.`;

/** @throws {Failure} if an argument is wrong, or if the user asked for help or the version. */
export async function readServeArguments(
  args: readonly string[],
  terminal: Terminal,
): Promise<ServeArguments> {
  const command = createCommand(terminal)
    .usage('[options]')
    .description(
      'Serves a fake server for the mock service configuration and workspace activity interface. The fake server starts with sample data, runs in real time, and keeps its data in memory. To stop the program, press Ctrl+C, or send SIGTERM to its node process. Killing npx does not stop the program.',
    )
    .option('--port <number>', 'TCP port; 0 means any free port (default: 4600)')
    .option(
      '--host <address>',
      'address or host name to listen on (default: 127.0.0.1, which other machines cannot reach)',
    )
    .option(
      '--token <token>',
      'reject requests without the header Authorization: Bearer <token>, including requests to /__fake/',
    )
    .addOption(serviceOptions.tokenFile())
    .option(
      '--cors-origin <origin>',
      'allow requests from pages of this origin, or * for all origins; repeatable',
      collect,
    )
    .option(
      '--seed <file.json|url>',
      'start with the data in this file, or in stdin for -, instead of the sample data; the fields mockServices, workspaces, activity, configurations and variables are optional. A URL is the base URL of a service, such as https://mocks.example.com/api, whose mock services, workspaces and configurations are copied',
    )
    .addOption(variableOption())
    .option(
      '--seed-token-file <file>',
      'read the token to send to the service of --seed from this file, or from stdin for -; needs https, except on this machine',
    )
    .option('--activity', 'also copy the logs of the service of --seed, without credentials')
    .option('--empty', 'start without data')
    .option(
      '--scenarios <file.js>',
      'offer the scenarios that this module exports as `scenarios` or as its default; with --admin, POST /__fake/scenario applies one',
    )
    .option(
      '--profile <file.json>',
      'behave like the service that this file, or stdin for -, describes, and list on stderr what the fake server cannot reproduce; npx @mock-services/conformance --profile writes the file',
    )
    .option(
      '--data <file>',
      'store the data in this SQLite file, and load the data at the next start; the seed or the sample data is used only for a new file, and for worlds that the file does not contain; a copy of a service is also stored',
    )
    .option(
      '--clock <time>',
      'stop the clock at this time, such as 2026-03-01T12:00:00Z; without a time zone, in UTC',
    )
    .option(
      '--latency <time>',
      'delay of every response, such as 50ms or 2s; units are ms, s, m, h and d (default: 0ms)',
    )
    .option(
      '--on-expiry <behavior>',
      'what happens to expired workspaces: keep changes nothing, hide omits them from the list, and gone also responds to requests for them with 410 (default: keep, or the behavior in the profile)',
    )
    .option(
      '--grease [seed]',
      'randomly vary what the interface leaves open, so that clients do not depend on it; each integer produces a different variation',
    )
    .option(
      '--worlds',
      'serve several worlds by name, each with its own data, clock, faults and journal; a request names its world in the path, as /worlds/<name>, or in the header x-mock-services-world, or uses the world "default"',
    )
    .option(
      '--max-worlds <number>',
      'with --worlds: maximum number of worlds in memory; at the maximum, a new world evicts the idle world that has been unused longest (default: 1000)',
    )
    .option(
      '--idle <time>',
      'with --worlds: time without requests after which a world is idle, such as 30s or 20m (default: 1h)',
    )
    .option(
      '--admin',
      'also serve the admin endpoints below /__fake/, to seed, reset and inspect the fake server and inject faults',
    )
    .option('--quiet', 'print only the URL')
    .addHelpText('after', epilogue);
  await parseArguments(command, args, terminal);
  const options = command.opts();
  const { grease, corsOrigin, admin = false, quiet = false, token, tokenFile, seed, profile } = options;
  requireStdinOnce({
    '--seed': seed,
    '--profile': profile,
    '--token-file': tokenFile,
    '--seed-token-file': options.seedTokenFile,
  });
  return {
    port: portOf(options.port ?? localPort(terminal.environment['MOCK_SERVICES_URL'])),
    host: options.host,
    seed: await seedOf(options, terminal),
    profile,
    scenarios: options.scenarios,
    data: dataOf(options.data),
    clock: clockOf(options.clock),
    token: await tokenOf({ token, tokenFile }, terminal),
    latency: durationOf('--latency', options.latency),
    onExpiry: expiryOf(options.onExpiry),
    grease: typeof grease === 'string' ? greaseOf(grease) : (grease ?? false),
    worlds: worldsOf(options.worlds, options.maxWorlds, options.idle),
    corsOrigin: corsOrigin?.map(originOf),
    admin,
    quiet,
  };
}

interface SeedOptions {
  readonly seed?: string | undefined;
  readonly var?: readonly string[] | undefined;
  readonly empty?: true | undefined;
  readonly seedTokenFile?: string | undefined;
  readonly activity?: boolean | undefined;
}

async function seedOf(
  { seed, var: variables, empty, seedTokenFile, activity = false }: SeedOptions,
  terminal: Terminal,
): Promise<ServeArguments['seed']> {
  if (seed !== undefined && empty) throw wrong('--empty and --seed cannot be combined. Remove one of them.');
  const isUrl = seed !== undefined && /^https?:/i.test(seed);
  if (variables !== undefined && (seed === undefined || isUrl))
    throw wrong('--var gives values to the variables of a file. Add --seed <file.json>.');
  if (isUrl) {
    const url = serviceUrlOf({ '--seed': seed }, terminal) ?? seed;
    if (seedTokenFile === undefined) return { url, token: undefined, activity };
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !isLoopback(hostname))
      throw wrong(
        `--seed-token-file would send the token unencrypted to ${hostname}. Pass an https URL to --seed, or omit --seed-token-file.`,
      );
    return { url, token: await tokenIn('--seed-token-file', seedTokenFile, terminal), activity };
  }
  for (const [flag, isGiven] of [
    ['--seed-token-file', seedTokenFile !== undefined],
    ['--activity', activity],
  ] as const)
    if (isGiven)
      throw wrong(
        `${flag} has no effect unless --seed is the URL of a service. Pass such a URL, or omit ${flag}.`,
      );
  if (seed !== undefined) return { file: seed, variables };
  return empty ? 'empty' : 'sample';
}

function dataOf(file: string | undefined): string | undefined {
  if (file === '-') throw wrong('--data must be a file, not stdin or stdout.');
  return file;
}

function clockOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = timestampIn(text);
  if (time !== undefined) return new Date(time).toISOString();
  throw wrong(`--clock must be a time in UTC, such as 2026-03-01T12:00:00Z, not ${JSON.stringify(text)}.`);
}

/** Ignores the URL of another machine, because it belongs to a real service. */
function localPort(url = ''): string {
  const { protocol, hostname, port } = parseUrl(url) ?? {};
  const isLocal = protocol === 'http:' && isLoopback(hostname ?? '');
  return isLocal && port ? port : '4600';
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw wrong(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function expiryOf(text: string | undefined): ServeArguments['onExpiry'] {
  if (text === undefined || text === 'keep' || text === 'hide' || text === 'gone') return text;
  throw wrong(`--on-expiry must be keep, hide or gone, not ${JSON.stringify(text)}.`);
}

function greaseOf(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw wrong(`--grease must have no value or an integer, such as --grease=7, not ${JSON.stringify(text)}.`);
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

/** Accepts what the option `corsOrigin` accepts. */
function originOf(text: string): string {
  try {
    return originsOption(text)[0] ?? text;
  } catch (error) {
    if (!isFakeServerError(error, 'invalid-option')) throw error;
    throw wrong(error.message.replace('The option corsOrigin', '--cors-origin'));
  }
}
