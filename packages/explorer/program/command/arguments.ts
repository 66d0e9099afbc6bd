/** The arguments of the program, with the credentials in its environment. Messages never contain credentials. */
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { setHeader, setToken } from '../proxy/service.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes of the program. 0 is success, which includes being stopped by a signal. */
export const exitCodes = { done: 0, failed: 1, usage: 2, listen: 4 } as const;

/** Thrown to exit before the explorer is served: for an error, or after the help is printed. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  /** @param message - What is wrong and what to do, for the user at the terminal. */
  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

/** The error for wrong arguments. */
export function wrong(reason: string): CommandFailure {
  return new CommandFailure('usage', `${reason}\n${usageHint}`);
}

const usageHint = 'See --help.';

/** The arguments, as the program uses them. */
export interface Arguments {
  /** Base URL of the service; `undefined` for sample data. */
  readonly service: string | undefined;
  readonly headers: Headers;
  /** `undefined` for the first free default port. */
  readonly port: number | undefined;
  readonly open: boolean;
}

const afterHelp = `
Environment:
  MOCK_SERVICES_TOKEN    the same as --token, but not visible in the process list
  MOCK_SERVICES_HEADERS  the same as --header, one on each line
  NODE_EXTRA_CA_CERTS    file with the certificate of an authority to trust

Exit codes: 0 stopped, 1 failed, 2 wrong arguments, 4 cannot listen on the port.`;

/**
 * Reads the arguments.
 *
 * @throws {CommandFailure} for wrong arguments, and with the help for `--help`.
 */
export function readArguments(args: readonly string[], environment: Terminal['environment']): Arguments {
  const command = new Command()
    .usage('[service-url] [options]')
    .description(
      'Serves the explorer, a page over a service, on this machine only, until it is stopped with Ctrl+C or SIGTERM. The requests of the page are passed on to the service, which needs no CORS. Without a service, the page shows sample data.',
    )
    .argument('[service-url]', 'base URL of the service, such as https://mocks.example.com/api')
    .option(
      '--token <token>',
      'send Authorization: Bearer <token> to the service; the page never receives it',
    )
    .option(
      "--header <'name: value'>",
      'send a header to the service; repeatable; the page never receives it',
      collect,
    )
    .option('--port <number>', 'TCP port; 0 chooses a free port (default: the first free port from 4610 on)')
    .option('--no-open', 'do not open the browser; the default in CI, and where the output is not a terminal')
    .option('--version', 'print the version')
    .option('--module', 'print the URL of the module, for programs that import it from the npx cache')
    .addHelpText('after', afterHelp);
  parse(command, args);
  const { token, header = [], port, open } = command.opts();
  const [service] = command.processedArgs;
  if (service === undefined && (token !== undefined || header.length > 0))
    throw wrong('--token and --header are for a service: give its URL first.');
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
    .name('npx @mock-services/explorer')
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

/** Collects the values of a repeatable option. */
function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw wrong(`--port takes a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

/** The credentials in the arguments. */
interface GivenCredentials {
  readonly token: string | undefined;
  /** Headers, in the form `name: value`. */
  readonly header: readonly string[];
}

/**
 * The headers for the service. Headers of the arguments replace those of the environment.
 *
 * @throws {CommandFailure} for a token or a header that HTTP cannot carry.
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
    throw wrong(`${source} takes a token, without spaces, line breaks and control characters.`);
}

function setHeaderLine(headers: Headers, line: string, source: string): void {
  const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
  if (!setHeader(headers, name.trim(), value.trim()))
    throw wrong(`${source} takes 'name: value', without line breaks and control characters.`);
}
