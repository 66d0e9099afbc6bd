import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CommandFailure } from './failure.ts';

/**
 * Parses arguments strictly.
 *
 * @throws {CommandFailure} that says which argument is wrong.
 */
export function parseArguments<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (error instanceof TypeError) throw wrong(error.message);
    throw error;
  }
}

/** A failure for arguments that are wrong. */
export function wrong(reason: string): CommandFailure {
  return new CommandFailure('usage', `${reason}\nSee --help.`);
}
