import { Command, CommanderError, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { proxyAdvice } from '../../cli/src/proxy.ts';
import { requireWritable, standardStreamAt, writeText } from '../../cli/src/write-file.ts';
import { cases } from './cases.ts';
import { formatJUnit } from './junit.ts';
import { formatReport, type ConformanceReport } from './report.ts';
import { runConformance } from './run.ts';
import { readHeaders, readOptions, type ConformanceOptions } from './settings.ts';

export interface Terminal {
  /** Command that starts the program here, for help texts. A clone runs the sources by npm scripts. */
  readonly command: string;
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Replaces the progress line, or removes it if `line` is empty. Missing if stderr is not a terminal. */
  readonly progress?: ((line: string) => void) | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly signal: AbortSignal;
}

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Thrown to exit with the help text, the version, or a message about an invalid argument. */
class Exit extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const hint = 'See --help.';
const wrong = (reason: string) => new Exit(exitCodes.usage, `${reason}\n${hint}`);

/** Resolves to the exit code. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { reporter, profile, ...options } = readArguments(args, terminal);
    const output = profile === undefined ? undefined : await outputFor(profile, terminal);
    let count = 0;
    const onResult = ({ id }: { readonly id: string }) =>
      terminal.progress?.(`${(count += 1)}/${cases.length} ${id}`);
    const report = await runConformance({ ...options, signal: terminal.signal, onResult });
    terminal.progress?.('');
    const print = output?.isStdout === true ? terminal.error : terminal.out;
    print(reporters[reporter](report).trimEnd());
    if (Object.keys(report.profile.observed).length > 0)
      await output?.write(JSON.stringify(report.profile, null, 2));
    else if (profile !== undefined)
      terminal.error(
        `--profile: the run observed nothing, so it did not write to ${JSON.stringify(profile)}.`,
      );
    const isReached = report.results.some(({ id, outcome }) => id === 'reachable' && outcome === 'passed');
    const advice = report.ok ? undefined : proxyAdvice(options.baseUrl, terminal.environment, isReached);
    if (advice !== undefined) terminal.error(advice);
    return report.ok ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    (error.code === exitCodes.done ? terminal.out : terminal.error)(error.message);
    return error.code;
  }
}

const reporters: Readonly<Record<'text' | 'json' | 'junit', (report: ConformanceReport) => string>> = {
  text: formatReport,
  json: (report) => JSON.stringify(report, null, 2),
  junit: formatJUnit,
};

interface Arguments extends ConformanceOptions {
  readonly reporter: keyof typeof reporters;
  readonly profile: string | undefined;
}

/** @throws {Exit} if an argument is wrong, or if the user asked for help or the version. */
function readArguments(
  args: readonly string[],
  { command: name, version, environment }: Terminal,
): Arguments {
  let output = '';
  const write = (text: string) => void (output += text);
  const command = new Command(name)
    .usage('<baseUrl> [options]')
    .description(
      'Checks whether the service at a base URL conforms to the mock service configuration and workspace activity interface, and prints the result of each case. By default, the program sends only GET requests.',
    )
    .argument('[baseUrl...]')
    .option(
      '--allow-writes',
      'also create, update and delete new mock services, but never change existing ones',
    )
    .option('--allow-clear <id>', 'also clear the activity log of the workspace with this id')
    .option('--token <token>', 'send Authorization: Bearer <token>')
    .option("--header <'Name: value'>", 'send a header; repeatable', collect)
    .option('--timeout <ms>', 'time limit for each request, in milliseconds (default: 10000)')
    .option('--total-timeout <ms>', 'time limit for the whole run, in milliseconds (default: 600000)')
    .option(
      '--profile <file.json>',
      'save the observed behavior for each open point of the interface in this file, and replace an existing file; - prints it to stdout, and the report to stderr',
    )
    .addOption(
      new Option('--reporter <name>', 'format of the report')
        .choices(['text', 'json', 'junit'])
        .default('text'),
    )
    .option('--json', 'the same as --reporter json')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText(
      'after',
      '\nEnvironment:\n  MOCK_SERVICES_URL    base URL, if the arguments contain none\n  MOCK_SERVICES_TOKEN  the same as --token, but not visible in the process list\n\nExit codes: 0 if the service conforms in every case that ran, 1 if a case failed,\nthe service refused a case, or the run was stopped or left mock services behind,\n2 for invalid arguments.',
    )
    .showHelpAfterError(hint)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  try {
    // Split each option from its value, so that the message about an unknown option does not print its value.
    command.parse(
      args.flatMap((arg) => splitOption(arg, command)),
      { from: 'user' },
    );
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new Exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage, output.trimEnd());
  }
  const {
    header = [],
    token,
    timeout,
    totalTimeout,
    json,
    reporter,
    profile,
    ...permissions
  } = command.opts();
  const { MOCK_SERVICES_URL: ownUrl } = environment;
  const [baseUrl = ownUrl, ...others] = command.args;
  if (baseUrl === undefined || others.length > 0)
    throw wrong('Expected one base URL, such as https://mocks.example.com/api.');
  const options = {
    ...permissions,
    baseUrl,
    headers: headersOf(header, token, environment['MOCK_SERVICES_TOKEN']?.trim()),
    timeout: millisecondsOf('--timeout', timeout),
    totalTimeout: millisecondsOf('--total-timeout', totalTimeout),
  };
  try {
    readOptions(options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw wrong(`${error.message.replace(/^(allowClear|timeout|totalTimeout)\b/, flagOf)}.`);
  }
  return { ...options, reporter: json === true ? 'json' : reporter, profile };
}

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** @throws {Exit} if an option has a value although it takes none, because the value would become another argument. */
function splitOption(arg: string, { options }: CommandUnknownOpts): readonly string[] {
  const [, name, value = ''] = /^(--?[^=]+)=(.*)$/s.exec(arg) ?? [];
  if (name === undefined) return [arg];
  const isSwitch = options.some(({ long, required }) => long === name && !required);
  if (isSwitch) throw wrong(`${name} takes no value. Write ${name} without an equals sign, or leave it out.`);
  return [name, value];
}

function millisecondsOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text);
  throw wrong(`${flag} must be a number of milliseconds.`);
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Error messages never contain header values, which may be credentials. */
function headersOf(lines: readonly string[], given: string | undefined, ownToken = ''): Headers {
  const headers = new Headers();
  const append = (name: string, value: string, expected: string) => {
    try {
      for (const one of readHeaders([[name, value]]).values()) headers.append(name, one);
    } catch {
      throw wrong(`${expected}, without control characters and line breaks.`);
    }
  };
  const token = given ?? (ownToken === '' ? undefined : ownToken);
  const flag = given === undefined ? 'MOCK_SERVICES_TOKEN' : '--token';
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
    append(name, value.trim(), "--header must have the form 'Name: value'");
  }
  if (token === '') throw wrong('--token must not be empty.');
  const isSet = headers.has('authorization');
  if (isSet && given !== undefined)
    throw wrong('--token and --header must not both set the header Authorization. Omit one of them.');
  if (token !== undefined && !isSet)
    append('authorization', `Bearer ${token}`, `${flag} must be a valid header value`);
  return headers;
}

interface Output {
  /** If the profile goes to stdout, the report goes to stderr. */
  readonly isStdout: boolean;
  /** @throws {Exit} if the file cannot be written. */
  readonly write: (text: string) => Promise<void>;
}

/**
 * Checks before the run that the profile can be written. `-` means stdout.
 *
 * @throws {Exit} if the file cannot be written.
 */
async function outputFor(path: string, { out, error }: Terminal): Promise<Output> {
  const failWith = (exitCode: number) => (error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Exit(
      exitCode,
      `--profile: cannot write to ${JSON.stringify(path)} (${reason}). Choose a writable path.`,
    );
  };
  const stream = path === '-' ? 1 : await standardStreamAt(path).catch(failWith(exitCodes.usage));
  if (stream !== undefined) {
    const print = stream === 1 ? out : error;
    return { isStdout: stream === 1, write: async (text) => print(text) };
  }
  await requireWritable(path).catch(failWith(exitCodes.usage));
  const write = (text: string) => writeText(path, `${text}\n`).catch(failWith(exitCodes.failed));
  return { isStdout: false, write };
}
