import type { RunOptions } from '../../conformance/index.ts';
import { parseArguments, wrong } from './arguments.ts';

/** What the arguments ask for. */
export interface ConformanceArguments {
  readonly run: RunOptions;
  readonly json: boolean;
}

const options = {
  'allow-writes': { type: 'boolean' },
  'allow-clear': { type: 'string' },
  token: { type: 'string' },
  header: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** @throws {CommandFailure} for arguments that are wrong. */
export function readConformanceArguments(args: readonly string[]): ConformanceArguments {
  const { values, positionals } = parseArguments({ args, options, allowPositionals: true });
  const [baseUrl, ...others] = positionals;
  if (baseUrl === undefined || others.length > 0) {
    throw wrong('conformance takes one base URL, such as https://mocks.example.com/api.');
  }
  return {
    run: {
      baseUrl,
      allowWrites: values['allow-writes'] ?? false,
      allowClear: values['allow-clear'],
      timeout: millisecondsOf(values.timeout),
      headers: headersOf(values.header ?? [], values.token),
    },
    json: values.json ?? false,
  };
}

function millisecondsOf(text: string | undefined): number | undefined {
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text);
  throw wrong(`--timeout takes milliseconds, not ${JSON.stringify(text)}.`);
}

/** What is wrong with a header is said without its value, which may be a credential. */
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
