import { escaping, exitCodeOf, type Terminal } from '@mock-services/cli-kit';
import { isFakeServerError, isStorageError } from '../../core/errors.ts';
import { isListenError } from '../serve.ts';
import { serveCommand } from './serve.ts';

export function main(args: readonly string[], own: Terminal): Promise<number> {
  const terminal = escaping(own);
  return exitCodeOf(terminal, () => serveCommand(args, terminal), describe);
}

function describe(error: unknown): string | undefined {
  if (isFakeServerError(error, 'invalid-option')) return `${error.message}\nSee --help.`;
  return isStorageError(error) || isListenError(error) ? error.message : undefined;
}
