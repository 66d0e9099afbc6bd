/** Parses the command line, and reads credentials from environment variables. Error messages never contain credentials. */
import {
  createCommand,
  credentialsOf,
  parseArguments,
  serviceOptions,
  serviceUrlOf,
  type Terminal,
  usageFailure,
} from '@mock-services/cli-kit';

export interface Arguments {
  /** Base URL of the service, or `undefined` to show sample data. */
  readonly service: string | undefined;
  readonly headers: Headers;
  /** TCP port, or `undefined` to use the first free default port. */
  readonly port: number | undefined;
  readonly open: boolean;
}

const epilogue = `
The program does not send the token and the headers to the page.

Environment:
  MOCK_SERVICES_URL      base URL, if the arguments contain none
  MOCK_SERVICES_TOKEN    the same as --token, but not visible in the process list
  MOCK_SERVICES_HEADERS  the same as --header, one on each line
  NODE_EXTRA_CA_CERTS    file with the certificate of an authority to trust

Exit codes: 0 after SIGTERM, 2 for an error, 130 after Ctrl+C.`;

/** @throws {Failure} if an argument is invalid, or if the user asked for help or the version. */
export async function readArguments(args: readonly string[], terminal: Terminal): Promise<Arguments> {
  const command = createCommand(terminal)
    .usage('[service-url] [options]')
    .description(
      'Serves the explorer, a web page for a service. Only this machine can open the page. The program forwards requests from the page to the service, so the service needs no CORS. Without a service URL, the page shows sample data. To stop the program, press Ctrl+C or send SIGTERM.',
    )
    .argument('[service-url]', 'the same as --url')
    .addOption(serviceOptions.url())
    .addOption(serviceOptions.token())
    .addOption(serviceOptions.tokenFile())
    .addOption(serviceOptions.header())
    .option('--port <number>', 'TCP port; 0 means any free port (default: the first free port from 4610 on)')
    .option('--no-open', 'do not open the browser (default in CI, or if the output is not a terminal)')
    .addHelpText('after', epilogue);
  await parseArguments(command, args, terminal);
  const { url, token, tokenFile, header, port, open } = command.opts();
  const given = { 'The service URL': command.processedArgs[0], '--url': url };
  const service = serviceUrlOf(given, terminal, { credentials: true });
  if (service === undefined && (token ?? tokenFile ?? header) !== undefined)
    throw usageFailure('--token, --token-file and --header need a service. Add the service URL.');
  return {
    service,
    headers: await credentialsOf({ token, tokenFile, header }, terminal),
    port: port === undefined ? undefined : portOf(port),
    open,
  };
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw usageFailure(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}
