/** Loads and starts the explorer, which is an optional peer dependency. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type * as Explorer from '@mock-services/explorer';
import type { RunningServer } from '../serve.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

type ServeExplorer = typeof Explorer.serveExplorer;

/**
 * Imports the explorer. If the explorer is not installed and `npx` runs this program, npm downloads the explorer.
 *
 * @throws {CommandFailure} if the explorer is not available.
 */
export async function loadExplorer(terminal: Terminal): Promise<ServeExplorer> {
  try {
    return (await import('@mock-services/explorer')).serveExplorer;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
  }
  const { serveExplorer } = (await import(await fetchExplorer(terminal))) as typeof Explorer;
  return serveExplorer;
}

/**
 * Starts the explorer for a server. Closes the server if the explorer cannot start.
 *
 * @param token - The token that the server requires, if any.
 * @throws {CommandFailure} if the explorer cannot start.
 */
export async function explore(
  start: ServeExplorer,
  running: RunningServer,
  token: string | undefined,
): Promise<Explorer.RunningExplorer> {
  try {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    return await start({ service: running.url, headers });
  } catch (error) {
    await running.close();
    throw new CommandFailure(
      'listen',
      `The explorer cannot start: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

const explorer = '@mock-services/explorer';
const missing = `--explore needs the package ${explorer}, which is not installed here. Run one of these commands:
  npm install --save-dev ${explorer}
  npx -p @mock-services/fake-server -p ${explorer} mock-services-fake --explore
In a clone of the repository, run npm run build.`;

/**
 * Lets npm download the explorer if `npx` runs this program. npm may ask the user for confirmation. Returns the URL
 * of the explorer module in npm's cache.
 *
 * @throws {CommandFailure} if the explorer is not available, or the program is stopped.
 */
async function fetchExplorer(terminal: Terminal): Promise<string> {
  const { npm_command: command, npm_execpath: npm } = process.env;
  // Package managers other than npm set `npm_execpath` to their own program.
  if (command !== 'exec' || !npm || !/npm-cli\.c?js$/.test(npm)) throw new CommandFailure('usage', missing);
  const named = `--package=${explorer}@${terminal.version()}`;
  // Reset `--call`: `npx` passes it in the environment, and it would take precedence over these arguments.
  const args = ['exec', '--call=', named, '--', 'mock-services-explorer', '--module'];
  const fetching = spawn(process.execPath, [npm, ...args], { stdio: ['inherit', 'pipe', 'inherit'] });
  const stopped = terminal.stopped().then((): never => {
    fetching.kill();
    // Close the pipe, because a child process of npm may keep it open after npm ends.
    fetching.stdout.destroy();
    throw new CommandFailure('done', 'The program was stopped before npx had downloaded the explorer.');
  });
  // Show the output to the user, because npm may ask for confirmation on stdout before the URL appears.
  fetching.stdout.pipe(process.stderr);
  const output = await Promise.race([stopped, text(fetching.stdout)]);
  const [url] = /file:\S+(?=\s*$)/.exec(output) ?? [];
  if (url === undefined) throw new CommandFailure('usage', `npx could not download the explorer. ${missing}`);
  return url;
}
