import {
  collect,
  createCommand,
  exitCodeOf,
  exitCodes,
  Option,
  parseArguments,
  requireStdinOnce,
  serviceOptions,
  type Terminal,
  variableOption,
} from '@mock-services/cli-kit';
import { isMockServicesError } from '@mock-services/sdk';
import { apply, type Context, diff, dump } from './code-commands.ts';
import { tail, wait } from './log-commands.ts';
import { clear, get, har, list, remove, workspaces } from './other-commands.ts';
import { connect, describeFailure } from './service.ts';

/** Resolves to the exit code. */
export function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const describe = (error: unknown) =>
    isMockServicesError(error) ? describeFailure(error, terminal.environment) : undefined;
  return exitCodeOf(terminal, () => run(args, terminal), describe);
}

const description = `Keeps the mock services of a service in a file, and follows activity logs.
The file is also the seed of the fake server:
npx @mock-services/fake-server --seed mocks.json`;

const epilogue = `
Environment:
  MOCK_SERVICES_URL      the same as --url
  MOCK_SERVICES_TOKEN    the same as --token, but not visible in the process list
  MOCK_SERVICES_HEADERS  the same as --header, one on each line
  MOCK_SERVICES_VAR_…    values for the variables of a file, such as
                         MOCK_SERVICES_VAR_ORDERS_URL for ORDERS_URL
  NO_COLOR               print without colors

Exit codes: 0 for success, 1 if diff finds a difference or wait no exchange,
2 for an error, 130 after Ctrl+C.`;

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = createCommand(terminal)
    .description(description)
    .addOption(serviceOptions.url())
    .addOption(serviceOptions.token())
    .addOption(serviceOptions.tokenFile())
    .addOption(serviceOptions.header())
    .addOption(serviceOptions.timeout())
    .option('--json', 'print data as JSON')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', epilogue)
    .configureHelp({ showGlobalOptions: true });
  const withService = async (command: (context: Context) => Promise<number>, file?: string) => {
    const { json = false, ...options } = program.opts();
    requireStdinOnce({ 'The file': file, '--token-file': options.tokenFile });
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
    .addOption(variableOption())
    .action((file, options) => withService((context) => diff(context, file, options), file));
  program
    .command('apply')
    .description('create and update mock services, so that the service has what the file lists')
    .argument('<file>', 'file of mock services, or - for stdin')
    .option('--delete', 'also delete mock services that the file does not list')
    .option('--yes', 'delete without asking for confirmation')
    .option('--dry-run', 'print the plan, and change nothing')
    .addOption(variableOption())
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
  const follow = (name: string, does: string) =>
    program
      .command(name)
      .description(does)
      .argument('<workspace>', 'id or name that `mock-services workspaces` lists')
      .option('--method <method>', 'only requests with this method')
      .option('--path <path>', 'only this path; :name and * match a part of a segment, ** matches any text')
      .option('--status <status>', 'only this status, or class of statuses such as 5xx')
      .option('--host <host>', 'only this host; * matches any text')
      .option('--text <text>', 'only exchanges with this text in the URL, a header or a body')
      .addOption(headerFilter('request'))
      .addOption(headerFilter('response'))
      .option('--slower-than <time>', 'only responses that took longer, such as 500ms')
      .option(
        '--since <time>',
        'only exchanges since this time, such as 2026-03-01T10:00:00Z; without a time zone, in UTC; 5m means 5 minutes ago',
      )
      .option('--scenario-id <id>', 'only exchanges whose metadata has this scenarioId')
      .option('--local-time', 'print local time and its distance from UTC, instead of UTC')
      .option('--include-credentials', 'do not redact the log')
      .addOption(validationOption());
  follow('tail', 'follow the log of a workspace, one line for each exchange; --json prints NDJSON').action(
    (workspace, options) => withService((context) => tail(context, workspace, options)),
  );
  follow('wait', 'wait for an exchange in the log of a workspace; exit with 1 if there is none in time')
    // The program parses this option, because all commands have one with this name.
    .option('--timeout <time>', 'how long to wait in total, such as 500ms, 30s or 5m (default: 30s)')
    .action(async (workspace, options) => {
      const { timeout = '30s' } = program.opts();
      program.setOptionValue('timeout', undefined);
      await withService((context) => wait(context, workspace, timeout, options));
    });
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

  await parseArguments(program, args, terminal);
  return exitCode;
}

function headerFilter<Side extends 'request' | 'response'>(side: Side) {
  const description = `only with this ${side} header; without a value, any; repeatable`;
  return new Option(`--${side}-header <'Name: value'>`, description).argParser(collect);
}

function validationOption() {
  const description = 'what to do with a log that differs from the interface; warn reads it nevertheless';
  return new Option('--validation <mode>', description).choices(['strict', 'warn'] as const);
}
