/** The explorer beside the server: an optional peer, so that a fake server alone stays small. */
import type { RunningExplorer, serveExplorer } from '@mock-services/explorer';
import type { RunningServer } from '../serve.ts';
import { CommandFailure } from './failure.ts';

const missing = `--explore needs the package @mock-services/explorer, which is not installed here. Either of these does:
  npm install --save-dev @mock-services/explorer
  npx -p @mock-services/fake-server -p @mock-services/explorer mock-services-fake --explore
In a clone of the repository, npm run build builds it.`;

/** @throws {CommandFailure} where the explorer is not installed. */
export async function loadExplorer(): Promise<typeof serveExplorer> {
  try {
    return (await import('@mock-services/explorer')).serveExplorer;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    throw isMissing ? new CommandFailure('usage', missing) : error;
  }
}

/**
 * Starts the explorer for a server, and closes the server if that fails.
 *
 * @throws {CommandFailure} where it cannot start.
 */
export async function explore(start: typeof serveExplorer, running: RunningServer): Promise<RunningExplorer> {
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
