/**
 * This module follows the steps of a page. The module saves the page's code blocks as files in an empty folder, and
 * then runs the files and the commands.
 */
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command, type Outcome } from '../../../tools/lib/command.ts';
import { freePort, listening, start } from '../../../tools/lib/servers.ts';
import { importsVitest, linesOf, type Page, type Step } from './page.ts';

/** Port numbers that pages mention. When the steps of a page run, free ports replace the ports in the page. */
const documentedPorts = /\b(4600|4010)\b/g;

const startsServer = /^npx @mock-services\/fake-server(?! --help\b| --version\b)/;

/**
 * Matches commands that create the folder and install packages. The checks of the documentation pages skip setup
 * commands, because the test project already exists.
 */
const setsUp = /^(mkdir|npm (init|install|pkg)) /;

/** Stops a script at the first failed command, even within a pipe. Prints the HTTP status of each request. */
const strict = `set -euo pipefail
curl() { command curl --silent --show-error --write-out '%{stderr}HTTP %{http_code}\\n' "$@"; }
`;

/**
 * Matches the output of a rejected request, which has a 4xx status. A 5xx status is allowed, because a page may
 * demonstrate a fault.
 */
const rejected = /^HTTP 4/m;

const nothing: Outcome = { status: 0, output: '' };

/** Returns the folder name for a page. */
export function folderOf({ path }: Page): string {
  return path.replaceAll(/\W+/g, '-');
}

/** Runs the steps of a page. Returns the failed steps, each with its line number and output. */
export async function follow(page: Page, project: string): Promise<string[]> {
  const folder = join(project, folderOf(page));
  await mkdir(folder);
  await copyFile(join(project, 'package.json'), join(folder, 'package.json'));
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  const ports = { 4600: await freePort(), 4010: await freePort() };
  const withPorts = (text: string) =>
    text.replaceAll(documentedPorts, (port) => String(ports[port === '4600' ? 4600 : 4010]));
  let server: ReturnType<typeof start> | undefined;

  const type = async (commands: string): Promise<Outcome> => {
    const lines = linesOf(commands).filter((line) => !setsUp.test(line));
    for (const line of lines.filter((one) => startsServer.test(one))) {
      await server?.stop();
      server = start('npx', [...line.split(/\s+/).slice(1), '--port', String(ports[4600])], folder);
      await listening(`http://127.0.0.1:${ports[4600]}`);
    }
    const script = strict + lines.filter((line) => !startsServer.test(line)).join('\n');
    const { status, output } = await command('bash', ['-c', script], { cwd: folder });
    return { status: rejected.test(output) ? 1 : status, output };
  };
  const perform = ({ file, runs, ...step }: Step): Promise<Outcome> => {
    const text = withPorts(step.text);
    if (file !== undefined) return save(folder, file, text, runs);
    return runs ? type(text) : Promise.resolve(nothing);
  };

  const failures: string[] = [];
  try {
    for (const step of page.steps) {
      const { status, output } = await perform(step);
      if (status !== 0) failures.push(`${page.path}:${step.line}:\n${output}`);
    }
  } finally {
    await server?.stop();
  }
  return failures;
}

/** Writes a file and runs it. */
async function save(folder: string, file: string, text: string, runs: boolean): Promise<Outcome> {
  await mkdir(join(folder, file, '..'), { recursive: true });
  await writeFile(join(folder, file), text);
  if (!runs) return nothing;
  return importsVitest.test(text)
    ? command('npx', ['vitest', 'run', file], { cwd: folder })
    : command(process.execPath, [file], { cwd: folder });
}
