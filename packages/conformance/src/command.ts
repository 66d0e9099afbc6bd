import {
  credentialsOf,
  escaping,
  exitCodeOf,
  exitCodes,
  Failure,
  failureAt,
  type Output,
  outputTo,
  parseArguments,
  type Program,
  proxyAdvice,
  readJson,
  requireStdinOnce,
  serviceOptions,
  serviceUrlOf,
  stopCode,
  type Terminal,
  timeLimitOf,
  timeoutOption,
  usageFailure,
} from '@mock-services/cli-kit';
import { cases } from './cases.ts';
import { wrongPlaceIn } from './compare.ts';
import { formatJUnit } from './junit.ts';
import { NotDeleted } from './outcome.ts';
import { formatReport, type ConformanceReport } from './report.ts';
import type { ObservedProfile } from './profile.ts';
import { runConformance } from './run.ts';
import { readOptions, type ConformanceOptions } from './settings.ts';

export function main(args: readonly string[], own: Terminal): Promise<number> {
  const terminal = escaping(own);
  return exitCodeOf(terminal, () => run(args, terminal));
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { reporter, profile: path, compares, ...options } = await readArguments(args, terminal);
  const compare = compares && path !== undefined ? await readProfile(path, terminal) : undefined;
  const output = path === undefined || compares ? undefined : await outputFor(path, terminal);
  let count = 0;
  const onResult = ({ id }: { readonly id: string }) =>
    terminal.status?.(`${(count += 1)}/${cases.length} ${id}`);
  const report = await runConformance({ ...options, compare, signal: terminal.stopped, onResult })
    .catch((error: unknown) => {
      throw error instanceof NotDeleted ? new Failure(error.message) : error;
    })
    .finally(() => terminal.status?.(''));
  const print = output?.isStdout === true ? terminal.error : terminal.out;
  print(reporters[reporter](report).trimEnd());
  const isStopped = terminal.stopped.aborted;
  // The incomplete profile of a stopped run must not replace the profile of a complete run.
  if (!isStopped && Object.keys(report.profile.observed).length > 0)
    await output?.write(JSON.stringify(report.profile, null, 2));
  else if (output !== undefined)
    terminal.error(
      `--profile: the run ${isStopped ? 'was stopped' : 'observed nothing'}, so it did not write to ${JSON.stringify(path)}.`,
    );
  if (isStopped) return stopCode(terminal);
  const isReached = report.results.some(({ id, outcome }) => id === 'reachable' && outcome === 'passed');
  const advice = report.ok ? undefined : proxyAdvice(options.baseUrl, terminal.environment, isReached);
  if (advice !== undefined) terminal.error(advice);
  return report.ok ? exitCodes.done : exitCodes.different;
}

const reporters: Readonly<Record<'text' | 'json' | 'junit', (report: ConformanceReport) => string>> = {
  text: formatReport,
  json: (report) => JSON.stringify(report, null, 2),
  junit: formatJUnit,
};

interface Arguments extends ConformanceOptions {
  readonly reporter: keyof typeof reporters;
  readonly profile: string | undefined;
  /** Whether the program reads the file of `profile` instead of writing it. */
  readonly compares: boolean;
}

const program = {
  help: 'Checks whether the service at a base URL conforms to the mock service configuration and workspace activity interface, and prints the result of each case. By default, the program sends only GET requests.',
  argument: ['[base-url]', 'the same as --url'],
  options: {
    '--allow-writes': 'also create, update and delete new mock services, but never change existing ones',
    '--allow-clear <id>': 'also clear the activity log of the workspace with this id',
    ...serviceOptions,
    ...timeoutOption,
    '--total-timeout <time>': {
      default: '10m',
      read: timeLimitOf,
      help: 'time limit for the whole run, such as 5m',
    },
    '--profile <file.json>':
      'save the observed behavior for each open point of the interface in this file, and replace an existing file; - prints it to stdout, and the report to stderr',
    '--compare':
      'instead of saving a profile, compare the observed behavior with the one in the file of --profile, or in stdin for -, and exit with 1 if it changed',
    '--reporter <name>': {
      choices: ['text', 'json', 'junit'],
      default: 'text',
      help: 'format of the report',
    },
    '--json': 'the same as --reporter json',
  },
  notes: [
    'Exit codes: 0 if the service conforms in every case that ran, 1 if a case failed, the service refused a case, or the run exceeded its time limit, left mock services behind or found another behavior than --compare, 2 for an error, or if the service does not delete the first mock service, 130 after Ctrl+C.',
  ],
} as const satisfies Program;

async function readArguments(args: readonly string[], terminal: Terminal): Promise<Arguments> {
  const { options: given, argument } = parseArguments(program, args, terminal);
  const { url, profile, compare: compares, tokenFile } = given;
  if (compares && profile === undefined)
    throw usageFailure('--compare needs a profile of an earlier run. Add --profile <file.json>.');
  if (compares) requireStdinOnce({ '--profile': profile, '--token-file': tokenFile });
  const baseUrl = serviceUrlOf({ 'The base URL': argument, '--url': url }, terminal, { query: true });
  if (baseUrl === undefined)
    throw usageFailure('Expected one base URL, such as https://mocks.example.com/api.');
  const { allowWrites, allowClear, timeout, totalTimeout } = given;
  const headers = await credentialsOf(given, terminal);
  const options = { baseUrl, allowWrites, allowClear, headers, timeout, totalTimeout };
  try {
    readOptions(options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageFailure(`${error.message.replace(/^allowClear\b/, '--allow-clear')}.`);
  }
  return { ...options, reporter: given.json ? 'json' : given.reporter, profile, compares };
}

async function readProfile(path: string, terminal: Terminal): Promise<ObservedProfile> {
  const file = await readJson(terminal, path);
  const place = wrongPlaceIn(file.value);
  if (place === undefined) return file.value as ObservedProfile;
  throw failureAt(file, place, 'this is no profile of version 1. --profile without --compare saves one');
}

/** Fails before the run if the profile cannot be written. */
async function outputFor(path: string, terminal: Terminal): Promise<Output> {
  const rejected = (error: unknown) => {
    throw error instanceof Failure ? new Failure(`--profile: ${error.message}`) : error;
  };
  const output = await outputTo(terminal, path).catch(rejected);
  return { ...output, write: (text) => output.write(text).catch(rejected) };
}
