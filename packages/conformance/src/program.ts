import { Command } from '@commander-js/extra-typings';
import {
  formatReport,
  runConformance,
  type ConformanceReport,
  type RunOptions,
} from '../../conformance/index.ts';
import { collect, parseArguments, wrong } from './arguments.ts';
import { exitCodes } from './failure.ts';
import type { Terminal } from './terminal.ts';

const exitCodeHelp = `
Exit codes: 0 the service conforms in every case that ran, 1 it does not, or the
run was stopped or left something behind, 2 wrong arguments.`;

/** Checks a service and prints the report. Resolves to the exit code. */
export async function conformanceCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { json, ...run } = readArguments(args);
  const controller = new AbortController();
  void terminal.stopped().then(() => controller.abort());
  const report = await createReport({ ...run, signal: controller.signal });
  terminal.out(json ? JSON.stringify(report, null, 2) : formatReport(report).trimEnd());
  return report.ok ? 0 : exitCodes.failed;
}

async function createReport(options: RunOptions): Promise<ConformanceReport> {
  try {
    return await runConformance(options);
  } catch (error) {
    throw error instanceof TypeError ? wrong(`${error.message}.`) : error;
  }
}

/** @throws {CommandFailure} for invalid arguments, and with the help when it is requested. */
function readArguments(args: readonly string[]): RunOptions & { readonly json: boolean } {
  const command = new Command()
    .usage('conformance <baseUrl> [options]')
    .description(
      'Checks whether the service at a base URL conforms to the mock service configuration and workspace activity interface, and prints the result of each case. Unless it is allowed more, it sends nothing but GET.',
    )
    .argument('[baseUrl...]')
    .option(
      '--allow-writes',
      'also create, update and delete mock services of its own; what was there before is never changed',
    )
    .option('--allow-clear <id>', 'also clear the activity log of the workspace with this id')
    .option('--token <token>', 'send Authorization: Bearer <token>')
    .option("--header <'Name: value'>", 'send a header; repeatable', collect)
    .option('--timeout <ms>', 'milliseconds that a request may take (default: 10000)')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', exitCodeHelp);
  parseArguments(command, args);
  const { allowWrites = false, allowClear, token, header = [], timeout, json = false } = command.opts();
  const [baseUrl, ...others] = command.args;
  if (baseUrl === undefined || others.length > 0) {
    throw wrong('conformance takes one base URL, such as https://mocks.example.com/api.');
  }
  return {
    baseUrl,
    allowWrites,
    allowClear,
    timeout: millisecondsOf(timeout),
    headers: headersOf(header, token),
    json,
  };
}

function millisecondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw wrong(`--timeout takes milliseconds, not ${JSON.stringify(text)}.`);
}

/** Error messages leave out the value of a header, which may be a credential. */
function headersOf(lines: readonly string[], token: string | undefined): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
    append(headers, name, value.trim(), `--header takes 'Name: value'`);
  }
  if (token === '') throw wrong('--token takes a token.');
  if (token !== undefined) append(headers, 'authorization', `Bearer ${token}`, '--token takes a token');
  return headers;
}

function append(headers: Headers, name: string, value: string, expected: string): void {
  try {
    headers.append(name, value);
  } catch {
    throw wrong(`${expected}, without control characters and line breaks.`);
  }
}
