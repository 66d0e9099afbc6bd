/** Error messages never contain credentials. */
import {
  credentialsOf,
  parseArguments,
  portOf,
  type Program,
  serviceOptions,
  serviceUrlOf,
  type Terminal,
  usageFailure,
} from '@mock-services/cli-kit';

export interface Arguments {
  readonly service: string | undefined;
  readonly headers: Headers;
  readonly port: number | undefined;
  readonly open: boolean;
}

const program = {
  help: 'Serves the explorer, a web page for a service. Only this machine can open the page. The program forwards requests from the page to the service, so the service needs no CORS. Without a service URL, the page shows sample data. To stop the program, press Ctrl+C or send SIGTERM.',
  argument: ['[service-url]', 'the same as --url'],
  options: {
    ...serviceOptions,
    '--port <number>': {
      read: portOf,
      help: 'TCP port; 0 means any free port (default: the first free port from 4610 on)',
    },
    '--no-open': 'do not open the browser (default in CI, or if the output is not a terminal)',
  },
  environment: [['NODE_EXTRA_CA_CERTS', 'file with the certificate of an authority to trust']],
  notes: [
    'The program sends neither the token nor the headers to the page.',
    'Exit codes: 0 after SIGTERM, 2 for an error, 130 after Ctrl+C.',
  ],
} as const satisfies Program;

/** @throws {Failure} if an argument is invalid, or if the user asked for help or the version. */
export async function readArguments(args: readonly string[], terminal: Terminal): Promise<Arguments> {
  const { options, argument } = parseArguments(program, args, terminal);
  const given = { 'The service URL': argument, '--url': options.url };
  const service = serviceUrlOf(given, terminal, { credentials: true });
  if (service === undefined && (options.token ?? options.tokenFile ?? options.header) !== undefined)
    throw usageFailure('--token, --token-file and --header need a service. Add the service URL.');
  const headers = await credentialsOf(options, terminal);
  return { service, headers, port: options.port, open: !options.noOpen };
}
