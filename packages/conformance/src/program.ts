/** Implements the program `mock-services-conformance`: arguments, output and exit code. */
import { writeFileSync } from 'node:fs';
import { Command, CommanderError } from '@commander-js/extra-typings';
import { formatReport } from './report.ts';
import { runConformance } from './run.ts';
import { readOptions, type ConformanceOptions } from './settings.ts';

/** The process functions that the program uses. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  readonly version: string;
  /** Signal that aborts the run. */
  readonly signal: AbortSignal;
}

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Ends the program with a message: the help, the version, or an error about an argument. */
class Exit extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const hint = 'See --help.';
const wrong = (reason: string) => new Exit(exitCodes.usage, `${reason}\n${hint}`);

/** Checks a service and prints the report. Resolves to the exit code. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { json, profile, ...options } = readArguments(args, terminal.version);
    // Check that the profile file can be written. Until the run ends, an existing file keeps its content.
    if (profile !== undefined) save(profile, '', exitCodes.usage, 'a');
    const report = await runConformance({ ...options, signal: terminal.signal });
    terminal.out(json ? JSON.stringify(report, null, 2) : formatReport(report).trimEnd());
    if (profile !== undefined)
      save(profile, `${JSON.stringify(report.profile, null, 2)}\n`, exitCodes.failed);
    return report.ok ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    (error.code === exitCodes.done ? terminal.out : terminal.error)(error.message);
    return error.code;
  }
}

interface Arguments extends ConformanceOptions {
  readonly json: boolean;
  /** Path of the file in which the program saves the profile. */
  readonly profile: string | undefined;
}

/** @throws {Exit} if an argument is wrong, or if the user requested the help or the version. */
function readArguments(args: readonly string[], version: string): Arguments {
  let output = '';
  const write = (text: string) => void (output += text);
  const command = new Command('npx @mock-services/conformance')
    .usage('<baseUrl> [options]')
    .description(
      'Checks whether the service at a base URL conforms to the mock service configuration and workspace activity interface, and prints the result of each case. By default, the program sends only GET requests.',
    )
    .argument('[baseUrl...]')
    .option(
      '--allow-writes',
      'also create, update and delete new mock services; existing mock services are never changed',
    )
    .option('--allow-clear <id>', 'also clear the activity log of the workspace with this id')
    .option('--token <token>', 'send Authorization: Bearer <token>')
    .option("--header <'Name: value'>", 'send a header; repeatable', collect)
    .option('--timeout <ms>', 'time limit for each request, in milliseconds (default: 10000)')
    .option(
      '--profile <file.json>',
      'save the observed behavior for each open point of the interface in this file, and replace an existing file',
    )
    .option('--json', 'print the report as JSON')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText(
      'after',
      '\nExit codes: 0 if the service conforms in every case that ran, 1 if a case failed,\nor the run was stopped or left mock services behind, 2 for invalid arguments.',
    )
    .showHelpAfterError(hint)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new Exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage, output.trimEnd());
  }
  const { header = [], token, timeout, json = false, profile, ...permissions } = command.opts();
  const [baseUrl, ...others] = command.args;
  if (baseUrl === undefined || others.length > 0)
    throw wrong('Expected one base URL, such as https://mocks.example.com/api.');
  if (timeout !== undefined && !/^\d+$/.test(timeout))
    throw wrong(`--timeout must be a number of milliseconds, not ${JSON.stringify(timeout)}.`);
  const options = {
    ...permissions,
    baseUrl,
    headers: headersOf(header, token),
    timeout: timeout === undefined ? undefined : Number(timeout),
  };
  try {
    readOptions(options);
  } catch (error) {
    throw error instanceof TypeError ? wrong(`${error.message}.`) : error;
  }
  return { ...options, json, profile };
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Parses headers. Error messages do not contain header values, because a header value may be a credential. */
function headersOf(lines: readonly string[], token: string | undefined): Headers {
  const headers = new Headers();
  const append = (name: string, value: string, expected: string) => {
    try {
      headers.append(name, value);
    } catch {
      throw wrong(`${expected}, without control characters and line breaks.`);
    }
  };
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
    append(name, value.trim(), "--header must have the form 'Name: value'");
  }
  if (token === '') throw wrong('--token must not be empty.');
  if (token !== undefined) append('authorization', `Bearer ${token}`, '--token must be a valid header value');
  return headers;
}

/** Writes a string to the profile file. */
function save(path: string, content: string, exitCode: number, flag: 'a' | 'w' = 'w'): void {
  try {
    writeFileSync(path, content, { flag });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const message = `--profile: cannot write to ${JSON.stringify(path)} (${reason}). Choose a writable path.`;
    throw new Exit(exitCode, message);
  }
}
