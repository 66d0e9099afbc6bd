import { bugText, exitCodeOf, parseArguments, requireStdinOnce, type Terminal } from '@mock-services/cli-kit';
import { isMockServicesError } from '@mock-services/sdk';
import { apply, diff, dump } from './code-commands.ts';
import { tail, wait } from './log-commands.ts';
import { program } from './options.ts';
import { clear, get, har, list, remove, workspaces } from './other-commands.ts';
import { Secrets } from './secrets.ts';
import { connect, describeFailure } from './service.ts';

export function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const secrets = new Secrets();
  const describe = (error: unknown) =>
    isMockServicesError(error)
      ? describeFailure(error, secrets, terminal.environment)
      : secrets.hide(bugText(error));
  return exitCodeOf(terminal, () => run(args, terminal, secrets), describe);
}

async function run(args: readonly string[], terminal: Terminal, secrets: Secrets): Promise<number> {
  const given = parseArguments(program, args, terminal);
  const file = given.command === 'diff' || given.command === 'apply' ? given.argument : undefined;
  requireStdinOnce({ 'The file': file, '--token-file': given.options.tokenFile });
  // The command `wait` has its own `--timeout`, which does not limit a request.
  const timeout = given.command === 'wait' ? undefined : given.options.timeout;
  const service = await connect({ ...given.options, timeout }, terminal, secrets);
  const context = { ...service, terminal, secrets, json: given.options.json };
  switch (given.command) {
    case 'dump':
      return dump(context, given.options);
    case 'diff':
      return diff(context, given.argument, given.options);
    case 'apply':
      return apply(context, given.argument, given.options);
    case 'list':
      return list(context);
    case 'get':
      return get(context, given.argument);
    case 'delete':
      return remove(context, given.argument, given.options.yes);
    case 'workspaces':
      return workspaces(context);
    case 'tail':
      return tail(context, given.argument, given.options);
    case 'wait':
      return wait(context, given.argument, given.options);
    case 'har':
      return har(context, given.argument, given.options);
    case 'clear':
      return clear(context, given.argument, given.options.yes);
    default:
      return given satisfies never;
  }
}
