/** Parses the command line, and reads credentials from environment variables. Error messages never contain credentials. */
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { setHeader, setToken } from '../proxy/service.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes of the program. If a signal stops it, the code is 0. */
export const exitCodes = { done: 0, failed: 1, usage: 2, listen: 4 } as const;

/** Thrown to exit before the explorer starts, either because of an error or to print the help. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  /** @param message - Text to print: an error with advice for the user, or the help. */
  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

export function usageError(reason: string): CommandFailure {
  return new CommandFailure('usage', `${reason}\n${usageHint}`);
}

const usageHint = 'See --help.';

export interface Arguments {
  /** Base URL of the service, or `undefined` to show sample data. */
  readonly service: string | undefined;
  readonly headers: Headers;
  /** TCP port, or `undefined` to use the first free default port. */
  readonly port: number | undefined;
  readonly open: boolean;
}

const afterHelp = `
Environment:
  MOCK_SERVICES_URL      base URL, if the arguments contain none
  MOCK_SERVICES_TOKEN    the same as --token, but not visible in the process list
  MOCK_SERVICES_HEADERS  the same as --header, one on each line
  NODE_EXTRA_CA_CERTS    file with the certificate of an authority to trust

Exit codes: 0 if stopped, 1 for a failure, 2 for invalid arguments, 4 if the
program cannot listen on the port.`;

/** @throws {CommandFailure} if an argument is invalid, or if the user asked for help or the version. */
export function readArguments(
  args: readonly string[],
  { command: name, version, environment }: Pick<Terminal, 'command' | 'version' | 'environment'>,
): Arguments {
  const command = new Command(name)
    .usage('[service-url] [options]')
    .description(
      'Serves the explorer, a web page for a service. Only this machine can open the page. The program forwards requests from the page to the service, so the service needs no CORS. Without a service URL, the page shows sample data. To stop the program, press Ctrl+C or send SIGTERM.',
    )
    .argument('[service-url]', 'base URL of the service, such as https://mocks.example.com/api')
    .option(
      '--token <token>',
      'send Authorization: Bearer <token> to the service; the program does not send the token to the page',
    )
    .option(
      "--header <'name: value'>",
      'send a header to the service; repeatable; the program does not send the header to the page',
      collect,
    )
    .option('--port <number>', 'TCP port; 0 means any free port (default: the first free port from 4610 on)')
    .option('--no-open', 'do not open the browser (default in CI, or if the output is not a terminal)')
    .version(version(), '--version', 'print the version')
    .addHelpText('after', afterHelp);
  parse(command, args);
  const { token, header = [], port, open } = command.opts();
  const { MOCK_SERVICES_URL: ownUrl } = environment;
  const service = command.processedArgs[0] ?? (ownUrl === '' ? undefined : ownUrl);
  if (service === undefined && (token !== undefined || header.length > 0))
    throw usageError('--token and --header need a service. Add the service URL.');
  return {
    service,
    headers: headersOf({ token, header }, service === undefined ? {} : environment),
    port: port === undefined ? undefined : portOf(port),
    open,
  };
}

function parse(command: CommandUnknownOpts, args: readonly string[]): void {
  let output = '';
  const write = (text: string): void => void (output += text);
  command
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(usageHint)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new CommandFailure(error.exitCode === 0 ? 'done' : 'usage', output.trimEnd());
  }
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw usageError(`Invalid --port: ${JSON.stringify(text)}. Expected an integer from 0 to 65535.`);
}

interface GivenCredentials {
  readonly token: string | undefined;
  /** Headers, in the form `name: value`. */
  readonly header: readonly string[];
}

/**
 * Creates the headers for the service. Arguments override environment variables.
 *
 * @throws {CommandFailure} if a token or header contains characters that HTTP does not allow.
 */
function headersOf(
  { token, header }: GivenCredentials,
  environment: Readonly<Record<string, string | undefined>>,
): Headers {
  const { MOCK_SERVICES_TOKEN: ownToken = '', MOCK_SERVICES_HEADERS: lines = '' } = environment;
  const headers = new Headers();
  if (ownToken !== '') setTokenOf('MOCK_SERVICES_TOKEN', headers, ownToken.trim());
  for (const line of lines.split('\n').filter((text) => text.trim() !== ''))
    setHeaderLine(headers, line, 'MOCK_SERVICES_HEADERS');
  if (token !== undefined) setTokenOf('--token', headers, token);
  for (const line of header) setHeaderLine(headers, line, '--header');
  return headers;
}

function setTokenOf(source: string, headers: Headers, token: string): void {
  if (!setToken(headers, token))
    throw usageError(
      `${source} is not a valid token. Expected a token without spaces, line breaks or control characters.`,
    );
}

function setHeaderLine(headers: Headers, line: string, source: string): void {
  const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
  if (!setHeader(headers, name.trim(), value.trim()))
    throw usageError(
      `${source} is not a valid header. Expected 'name: value' without line breaks or control characters.`,
    );
}
