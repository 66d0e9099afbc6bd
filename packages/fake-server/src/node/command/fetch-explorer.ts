/** The explorer where it is not installed. Loaded only there, as most starts need no other program. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CommandFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';

const explorer = '@mock-services/explorer';
const missing = `--explore needs the package ${explorer}, which is not installed here. Either of these does:
  npm install --save-dev ${explorer}
  npx -p @mock-services/fake-server -p ${explorer} mock-services-fake --explore
In a clone of the repository, npm run build builds it.`;

/**
 * Where `npx` runs this program, has npm fetch the explorer as it fetched this package, which may ask first. Returns the URL of
 * its module, where npm keeps it.
 *
 * @throws {CommandFailure} where there is none, or the program is stopped before.
 */
export async function fetchExplorer(terminal: Terminal): Promise<string> {
  const { npm_command: command, npm_execpath: npm } = process.env;
  // Other package managers, and old ones, have other programs there.
  if (command !== 'exec' || !npm || !/npm-cli\.c?js$/.test(npm)) throw new CommandFailure('usage', missing);
  const named = `--package=${explorer}@${terminal.version()}`;
  // `--call` of `npx` is in the environment, and would come before these.
  const args = ['exec', '--call=', named, '--', 'mock-services-explorer', '--module'];
  const fetching = spawn(process.execPath, [npm, ...args], { stdio: ['inherit', 'pipe', 'inherit'] });
  const stopped = terminal.stopped().then((): never => {
    fetching.kill();
    // What npm started may outlive it.
    fetching.stdout.destroy();
    throw new CommandFailure('done', 'Stopped, before the explorer was fetched.');
  });
  // npm's question is on the same stream, before the URL.
  fetching.stdout.pipe(process.stderr);
  const output = await Promise.race([stopped, text(fetching.stdout)]);
  const [url] = /file:\S+(?=\s*$)/.exec(output) ?? [];
  if (url === undefined) throw new CommandFailure('usage', `npx has not fetched the explorer. ${missing}`);
  return url;
}
