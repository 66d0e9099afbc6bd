import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommandFailure } from './failure.ts';

const hint = 'See --help.';

/**
 * Parses arguments strictly.
 *
 * @throws {CommandFailure} with the help that was asked for, or saying which argument is wrong.
 */
export function parseArguments(command: CommandUnknownOpts, args: readonly string[]): void {
  let output = '';
  const write = (text: string): void => void (output += text);
  command
    .name('npx @mock-services/fake-server')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(hint)
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new CommandFailure(error.exitCode === 0 ? 'done' : 'usage', output.trimEnd());
  }
}

/** The values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** The error for arguments that are wrong. */
export function wrong(reason: string): CommandFailure {
  return new CommandFailure('usage', `${reason}\n${hint}`);
}
