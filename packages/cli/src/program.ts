import { inspect } from 'node:util';
import { Command, CommanderError, Option } from '@commander-js/extra-typings';
import { isMockServicesError } from '@mock-services/sdk';
import { apply, type Context, diff, dump } from './code-commands.ts';
import { standardStream } from './files.ts';
import { clear, get, har, list, remove, tail, workspaces } from './other-commands.ts';
import { connect, describeFailure } from './service.ts';
import { exitCodes, Failure, shownLines, type Terminal } from './terminal.ts';

/** Resolves to the exit code. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    const { message, exitCode } = failureOf(error, terminal);
    (exitCode === exitCodes.done ? terminal.out : terminal.error)(message);
    return exitCode;
  }
}

function failureOf(error: unknown, { stopped, environment }: Terminal): Failure {
  if (error instanceof Failure) return error;
  if (stopped.aborted) return new Failure('Stopped.', exitCodes[stopped.reason as 'SIGINT' | 'SIGTERM']);
  if (isMockServicesError(error)) return new Failure(describeFailure(error, environment));
  return new Failure(`This is a bug in the program:\n${shownLines(inspect(error))}`);
}

const description = `Keeps the mock services of a service in a file, and follows activity logs.
The file is also the seed of the fake server:
npx @mock-services/fake-server --seed mocks.json`;

const epilogue = `
Environment:
  MOCK_SERVICES_URL    the same as --url
  MOCK_SERVICES_TOKEN  token to send as Authorization: Bearer
  NO_COLOR             print without colors

Exit codes: 0 for success, 1 if diff finds a difference, 2 for an error,
130 after Ctrl+C.`;

const hint = 'See --help.';

/** A token among the arguments would be visible to other users of the machine. */
const tokenHint = 'Set MOCK_SERVICES_TOKEN, or pass --token-file <file>.';

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let output = '';
  let exitCode: number = exitCodes.done;
  const write = (text: string) => void (output += text);
  const program = new Command(terminal.command)
    .description(description)
    .option('--url <url>', 'base URL of the service, such as https://mocks.example.com/api')
    .option('--token-file <file>', 'file with the token to send as Authorization: Bearer, or - for stdin')
    .option("--header <'Name: value'>", 'send a header; repeatable', collect)
    .option('--timeout <ms>', 'time limit for each request, in milliseconds (default: 10000)')
    .option('--json', 'print data as JSON')
    .version(terminal.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help, or the help of a command')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', epilogue)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError(hint)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  const withService = async (command: (context: Context) => Promise<number>, file?: string) => {
    const { json = false, ...options } = program.opts();
    if (file === standardStream && options.tokenFile === standardStream)
      throw new Failure('The file and --token-file cannot both be stdin. Write one of them to a file.');
    exitCode = await command({ client: await connect(options, terminal), terminal, json });
  };

  program
    .command('dump')
    .description('write the mock services of the service to a file')
    .option('-o, --output <file>', 'file to write; the default, or -, is stdout')
    .option('--workspaces', 'include the workspaces and their configurations')
    .option('--activity <workspace...>', 'include the logs of these workspaces, without credentials')
    .option('--include-credentials', 'do not redact the logs')
    .addOption(validationOption())
    .action((options) => withService((context) => dump(context, options)));
  program
    .command('diff')
    .description('print what apply would change; exit with 1 if there is a difference')
    .argument('<file>', 'file of mock services, or - for stdin')
    .option('--delete', 'also compare mock services that the file does not list')
    .action((file, options) => withService((context) => diff(context, file, options), file));
  program
    .command('apply')
    .description('create and update mock services, so that the service has what the file lists')
    .argument('<file>', 'file of mock services, or - for stdin')
    .option('--delete', 'also delete mock services that the file does not list')
    .option('--yes', 'delete without asking for confirmation')
    .option('--dry-run', 'print the plan, and change nothing')
    .action((file, options) => withService((context) => apply(context, file, options), file));
  program
    .command('list')
    .description('list the mock services')
    .action(() => withService(list));
  program
    .command('get')
    .description('print a mock service')
    .argument('<id|title>')
    .action((name) => withService((context) => get(context, name)));
  program
    .command('delete')
    .description('delete mock services')
    .argument('<id|title...>')
    .option('--yes', 'delete without asking for confirmation')
    .action((names, { yes = false }) => withService((context) => remove(context, names, yes)));
  program
    .command('workspaces')
    .description('list the workspaces')
    .action(() => withService(workspaces));
  program
    .command('tail')
    .description('follow the log of a workspace, one line for each exchange; --json prints NDJSON')
    .argument('<workspace>', 'id or name that `mock-services workspaces` lists')
    .option('--method <method>', 'only requests with this method')
    .option('--path <path>', 'only this path; :name and * match a part of a segment, ** matches any text')
    .option('--status <status>', 'only this status, or class of statuses such as 5xx')
    .option('--host <host>', 'only this host; * matches any text')
    .option('--slower-than <ms>', 'only responses that took more than this number of milliseconds')
    .option('--since <time>', 'only exchanges since this time, such as 2026-03-01T10:00:00Z')
    .option('--scenario-id <id>', 'only exchanges whose metadata has this scenarioId')
    .option('--include-credentials', 'do not redact the log')
    .addOption(validationOption())
    .action((workspace, options) => withService((context) => tail(context, workspace, options)));
  program
    .command('har')
    .description('write the log of a workspace as an HTTP Archive')
    .argument('<workspace>', 'id or name that `mock-services workspaces` lists')
    .option('-o, --output <file>', 'file to write; the default, or -, is stdout')
    .option('--include-credentials', 'do not redact the log')
    .addOption(validationOption())
    .action((workspace, options) => withService((context) => har(context, workspace, options)));
  program
    .command('clear')
    .description('delete all entries of the log of a workspace')
    .argument('<workspace>', 'id or name that `mock-services workspaces` lists')
    .option('--yes', 'delete without asking for confirmation')
    .action((workspace, { yes = false }) => withService((context) => clear(context, workspace, yes)));

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new Failure(
      // The message quotes arguments, which may contain control characters.
      shownLines(output.trimEnd().replace(/'--token['=][^]*/, `'--token'\n${tokenHint}`)),
      error.exitCode === 0 ? exitCodes.done : exitCodes.trouble,
    );
  }
}

function validationOption() {
  const description = 'what to do with a log that differs from the interface; warn reads it nevertheless';
  return new Option('--validation <mode>', description).choices(['strict', 'warn'] as const);
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
