/** The explorer beside the server: an optional peer, so that a fake server alone stays small. */
import type * as Explorer from '@mock-services/explorer';
import type { RunningServer } from '../serve.ts';
import { CommandFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';

type ServeExplorer = typeof Explorer.serveExplorer;

/**
 * Imports the explorer, from where npm keeps what `npx` fetches if it is not installed.
 *
 * @throws {CommandFailure} where there is none.
 */
export async function loadExplorer(terminal: Terminal): Promise<ServeExplorer> {
  try {
    return (await import('@mock-services/explorer')).serveExplorer;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
  }
  const { fetchExplorer } = await import('./fetch-explorer.ts');
  const { serveExplorer } = (await import(await fetchExplorer(terminal))) as typeof Explorer;
  return serveExplorer;
}

/**
 * Starts the explorer for a server, and closes the server if that fails.
 *
 * @throws {CommandFailure} where it cannot start.
 */
export async function explore(
  start: ServeExplorer,
  running: RunningServer,
): Promise<Explorer.RunningExplorer> {
  try {
    return await start({ service: running.url });
  } catch (error) {
    await running.close();
    throw new CommandFailure(
      'listen',
      `The explorer cannot start: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
