/** Messages of this module contain no credentials. */
import { isHeaderValue, readBaseUrl, tokenProblem } from '@mock-services/sdk/seed';
import { usageFailure } from './command.ts';
import { readText } from './files.ts';
import type { OptionTable } from './option-table.ts';
import { Failure, type Terminal } from './terminal.ts';
import { timeLimitOf } from './time.ts';

export const serviceOptions = {
  '--url <url>': {
    help: 'base URL of the service, such as https://mocks.example.com/api',
    variable: ['MOCK_SERVICES_URL', 'the same as --url'],
  },
  '--token <token>': {
    help: 'send Authorization: Bearer <token>',
    variable: ['MOCK_SERVICES_TOKEN', 'the same as --token, but not visible in the process list'],
  },
  '--token-file <file>': 'read the token from this file, or from stdin for -',
  "--header <'Name: value'>": {
    isRepeatable: true,
    help: 'send a header',
    variable: ['MOCK_SERVICES_HEADERS', 'the same as --header, one on each line'],
  },
} as const satisfies OptionTable;

export const timeoutOption = {
  '--timeout <time>': { default: '10s', read: timeLimitOf, help: 'time limit for each request, such as 30s' },
} as const satisfies OptionTable;

/**
 * Returns the base URL of the service. An argument or `--url` overrides `MOCK_SERVICES_URL`.
 *
 * @param given - The given URLs, keyed by the names of the arguments in error messages.
 * @param allowed - Parts that the URL may have, as in `readBaseUrl`.
 * @throws {Failure} if the URL is invalid or given twice.
 */
export function serviceUrlOf(
  given: Readonly<Record<string, string | undefined>>,
  { environment }: Pick<Terminal, 'environment'>,
  allowed?: Parameters<typeof readBaseUrl>[1],
): string | undefined {
  const explicit = Object.entries(given).filter(([, text]) => text !== undefined);
  if (explicit.length > 1)
    throw usageFailure('The base URL is given twice. Pass it as the argument, or with --url.');
  const own = environment['MOCK_SERVICES_URL'] || undefined;
  const [source, text] = explicit[0] ?? ['MOCK_SERVICES_URL', own];
  const read = text === undefined ? undefined : readBaseUrl(text, allowed);
  if (typeof read === 'string') throw usageFailure(`${source} ${read}`);
  return text;
}

export interface TokenOptions {
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
}

/**
 * Returns the token of `--token`, `--token-file` or `MOCK_SERVICES_TOKEN`. An empty variable is an error, because a CI
 * system may have failed to provide a secret.
 */
export async function tokenOf(
  { token, tokenFile }: TokenOptions,
  terminal: Terminal,
): Promise<string | undefined> {
  if (token !== undefined && tokenFile !== undefined)
    throw usageFailure('--token and --token-file cannot be combined. Remove one of them.');
  if (tokenFile !== undefined) return tokenIn('--token-file', tokenFile, terminal);
  const [source, text] =
    token !== undefined
      ? (['--token', token] as const)
      : (['MOCK_SERVICES_TOKEN', terminal.environment['MOCK_SERVICES_TOKEN']?.trim()] as const);
  return text === undefined ? undefined : validToken(source, text);
}

/** @param flag - Name of the option in error messages. */
export async function tokenIn(flag: string, path: string, terminal: Terminal): Promise<string> {
  const text = await readText(terminal, path).catch((error: unknown) => {
    throw error instanceof Failure ? new Failure(`${flag}: ${error.message}`) : error;
  });
  return validToken(flag, text.trim());
}

function validToken(source: string, text: string): string {
  const isVariable = source === 'MOCK_SERVICES_TOKEN';
  if (text === '')
    throw usageFailure(
      `${source} is ${isVariable ? 'set, but ' : ''}empty. Expected a token. To use none, ${isVariable ? 'unset the variable' : `omit ${source}`}.`,
    );
  const problem = tokenProblem(text);
  if (problem !== undefined) throw usageFailure(`${source} is not a valid token. ${problem}`);
  return text;
}

/**
 * Returns the headers to send with each request. Options override environment variables, and `MOCK_SERVICES_HEADERS`
 * overrides `MOCK_SERVICES_TOKEN`.
 */
export async function credentialsOf(
  { header = [], ...options }: TokenOptions & { readonly header?: readonly string[] | undefined },
  terminal: Terminal,
): Promise<Headers> {
  const lines = terminal.environment['MOCK_SERVICES_HEADERS']?.split('\n') ?? [];
  const headers = headersIn(
    lines.filter((line) => line.trim() !== ''),
    'MOCK_SERVICES_HEADERS',
  );
  const own = headersIn(header, '--header');
  for (const [name, value] of own) headers.set(name, value);
  const isExplicit = options.token !== undefined || options.tokenFile !== undefined;
  if (isExplicit && own.has('authorization'))
    throw usageFailure(
      '--token or --token-file and --header must not both set the header Authorization. Omit one of them.',
    );
  if (!isExplicit && headers.has('authorization')) return headers;
  const token = await tokenOf(options, terminal);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

function headersIn(lines: readonly string[], source: string): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
    try {
      if (!isHeaderValue(value.trim())) throw new TypeError();
      headers.append(name.trim(), value.trim());
    } catch {
      throw usageFailure(
        `${source} must have the form 'Name: value', without control characters and line breaks.`,
      );
    }
  }
  return headers;
}
