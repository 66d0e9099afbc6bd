import {
  durationOf,
  isLoopback,
  type Parsed,
  parseArguments,
  portOf,
  type Program,
  quoted,
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
import { isFakeServerError } from '../../core/errors.ts';
import { originsOption } from '../../core/door/origins.ts';

interface SeedFile {
  readonly file: string;
  readonly variables: readonly string[] | undefined;
}

export interface CopiedService {
  readonly url: string;
  readonly token: string | undefined;
  readonly activity: boolean;
}

const program = {
  help: 'Serves a fake server for the mock service configuration and workspace activity interface. The fake server starts with sample data, runs in real time, and keeps its data in memory. To stop the program, press Ctrl+C, or send SIGTERM to its node process. Killing npx does not stop the program.',
  options: {
    '--port <number>': {
      read: portOf,
      help: 'TCP port; 0 means any free port (default: 4600)',
      variable: [
        'MOCK_SERVICES_URL',
        'if it is a local URL, such as http://localhost:4600, its port is the default of --port',
      ],
    },
    '--host <address>':
      'address or host name to listen on (default: 127.0.0.1, which other machines cannot reach)',
    '--token <token>': {
      ...serviceOptions['--token <token>'],
      help: 'reject requests without the header Authorization: Bearer <token>, including requests to /__fake/',
    },
    '--token-file <file>': serviceOptions['--token-file <file>'],
    '--cors-origin <origin>': {
      isRepeatable: true,
      read: originOf,
      help: 'allow requests from pages of this origin, or * for all origins',
    },
    '--seed <file.json|url>':
      'start with the data in this file, or in stdin for -, instead of the sample data; the fields mockServices, workspaces, activity, configurations and variables are optional. A URL is the base URL of a service, such as https://mocks.example.com/api, whose mock services, workspaces and configurations are copied',
    ...variableOption,
    '--seed-token-file <file>':
      'read the token to send to the service of --seed from this file, or from stdin for -; needs https, except on this machine',
    '--activity': 'also copy the logs of the service of --seed, without credentials',
    '--empty': 'start without data',
    '--scenarios <file.js>':
      'offer the scenarios that this module exports as `scenarios` or as its default; with --admin, POST /__fake/scenario applies one',
    '--profile <file.json>':
      'behave like the service that this file, or stdin for -, describes, and list on stderr what the fake server cannot reproduce; npx @mock-services/conformance --profile writes the file',
    '--data <file>': {
      read: dataOf,
      help: 'store the data in this SQLite file, and load the data at the next start; the seed or the sample data is used only for a new file, and for worlds that the file does not contain; a copy of a service is also stored',
    },
    '--clock <time>': {
      read: clockOf,
      help: 'stop the clock at this time, such as 2026-03-01T12:00:00Z; without a time zone, in UTC',
    },
    '--latency <time>': {
      default: '0ms',
      read: durationOf,
      help: 'delay of every response, such as 50ms or 2s; units are ms, s, m, h and d',
    },
    '--on-expiry <behavior>': {
      choices: ['keep', 'hide', 'gone'],
      help: 'what happens to expired workspaces: keep changes nothing, hide omits them from the list, and gone also responds to requests for them with 410 (default: keep, or the behavior in the profile)',
    },
    '--grease [seed]': {
      read: greaseOf,
      help: 'randomly vary what the interface leaves open, so that clients do not depend on it; each integer produces a different variation',
    },
    '--worlds':
      'serve several worlds by name, each with its own data, clock, faults and journal; a request names its world in the path, as /worlds/<name>, or in the header x-mock-services-world, or uses the world "default"',
    '--max-worlds <number>': {
      read: maxWorldsOf,
      help: 'with --worlds: maximum number of worlds in memory; at the maximum, a new world evicts the idle world that has been unused longest (default: 1000)',
    },
    '--idle <time>': {
      read: durationOf,
      help: 'with --worlds: time without requests after which a world is idle, such as 30s or 20m (default: 1h)',
    },
    '--admin':
      'also serve the admin endpoints below /__fake/, to seed, reset and inspect the fake server and inject faults',
    '--quiet': 'print only the URL',
  },
  notes: ['Exit codes: 0 after SIGTERM, 2 for an error, 130 after Ctrl+C.'],
} as const satisfies Program;

type Options = Parsed<typeof program>['options'];

export interface ServeArguments extends Omit<Options, 'port' | 'seed' | 'worlds'> {
  readonly port: number;
  readonly seed: SeedFile | CopiedService | 'empty' | 'sample';
  /** `idle` is in milliseconds. */
  readonly worlds: { readonly max: number | undefined; readonly idle: number | undefined } | undefined;
}

/** @throws {Failure} if an argument is wrong, or if the user asked for help or the version. */
export async function readServeArguments(
  args: readonly string[],
  terminal: Terminal,
): Promise<ServeArguments> {
  const { options } = parseArguments(program, args, terminal);
  const { seed, profile, tokenFile, seedTokenFile } = options;
  requireStdinOnce({
    '--seed': seed,
    '--profile': profile,
    '--token-file': tokenFile,
    '--seed-token-file': seedTokenFile,
  });
  return {
    ...options,
    port: options.port ?? localPort(terminal.environment['MOCK_SERVICES_URL']),
    seed: await seedOf(options, terminal),
    token: await tokenOf(options, terminal),
    worlds: worldsOf(options),
  };
}

async function seedOf(
  { seed, var: variables, empty, seedTokenFile, activity }: Options,
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

function dataOf(file: string): string {
  if (file === '-') throw wrong('--data must be a file, not stdin or stdout.');
  return file;
}

function clockOf(text: string, flag: string): string {
  const time = timestampIn(text);
  if (time !== undefined) return new Date(time).toISOString();
  throw wrong(`${flag} must be a time in UTC, such as 2026-03-01T12:00:00Z, not ${quoted(text)}.`);
}

/** Ignores a URL on another machine, because such a URL belongs to a real service. */
function localPort(url = ''): number {
  const { protocol, hostname, port } = parseUrl(url) ?? {};
  const isLocal = protocol === 'http:' && isLoopback(hostname ?? '');
  return isLocal && port ? Number(port) : 4600;
}

function greaseOf(text: string, flag: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw wrong(`${flag} must have no value or an integer, such as --grease=7, not ${quoted(text)}.`);
}

function worldsOf({ worlds, maxWorlds: max, idle }: Options): ServeArguments['worlds'] {
  if (worlds) return { max, idle };
  if (max !== undefined) throw wrong('--max-worlds has no effect without --worlds. Add --worlds.');
  if (idle !== undefined) throw wrong('--idle has no effect without --worlds. Add --worlds.');
  return undefined;
}

function maxWorldsOf(text: string, flag: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw wrong(`${flag} must be an integer of at least 1, not ${quoted(text)}.`);
}

function originOf(text: string): string {
  try {
    return originsOption(text)[0] ?? text;
  } catch (error) {
    if (!isFakeServerError(error, 'invalid-option')) throw error;
    throw wrong(error.message.replace('The option corsOrigin', '--cors-origin'));
  }
}
