import { isFakeServerError, isStorageError } from '../../core/errors.ts';
import { isListenError } from '../serve.ts';
import { wrong } from './arguments.ts';
import { serveCommand } from './serve.ts';
import { CommandFailure, exitCodes, escaping, type Terminal } from './terminal.ts';

export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out, error: print } = escaping(terminal);
  try {
    return await run(args, { ...terminal, out, error: print });
  } catch (error) {
    const { message, exitCode } = failureOf(error);
    (exitCode === exitCodes.done ? out : print)(message);
    return exitCode;
  }
}

function failureOf(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (isFakeServerError(error, 'invalid-option')) return wrong(error.message);
  if (isStorageError(error)) return new CommandFailure('seed', error.message);
  if (isListenError(error)) return new CommandFailure('listen', error.message);
  throw error;
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args[0] === 'conformance') {
    throw new CommandFailure(
      'usage',
      'The conformance suite is a separate package. Run npx @mock-services/conformance <url> instead.',
    );
  }
  return serveCommand(args, terminal);
}
