import {
  formatReport,
  runConformance,
  type ConformanceReport,
  type RunOptions,
} from '../../conformance/index.ts';
import { parseArguments, wrong } from './arguments.ts';
import { exitCodes } from './failure.ts';
import type { Terminal } from './terminal.ts';

const options = {
  'allow-writes': { type: 'boolean' },
  'allow-clear': { type: 'string' },
  token: { type: 'string' },
  header: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  json: { type: 'boolean' },
} as const;

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

/** @throws {CommandFailure} for invalid arguments. */
function readArguments(args: readonly string[]): RunOptions & { readonly json: boolean } {
  const { values, positionals } = parseArguments({ args, options, allowPositionals: true });
  const [baseUrl, ...others] = positionals;
  if (baseUrl === undefined || others.length > 0) {
    throw wrong('conformance takes one base URL, such as https://mocks.example.com/api.');
  }
  return {
    baseUrl,
    allowWrites: values['allow-writes'] ?? false,
    allowClear: values['allow-clear'],
    timeout: millisecondsOf(values.timeout),
    headers: headersOf(values.header ?? [], values.token),
    json: values.json ?? false,
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
