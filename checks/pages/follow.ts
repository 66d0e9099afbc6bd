/**
 * Follows the steps of a page: saves its code blocks as files in an empty folder, and runs the files and the commands.
 */
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { command, type Outcome } from '../../tools/lib/command.ts';
import { freePort, listening, start } from '../../tools/lib/servers.ts';
import { importsVitest, linesOf, type Page, type Step } from './page.ts';

/** Ports that pages mention. Free ports replace them when the steps of a page run. */
const documentedPorts = /\b(4600|4010)\b/g;

const startsServer = /^npx @mock-services\/fake-server(?! --help\b| --version\b)/;

/** These commands create the folder and install packages. They are skipped, because the test project already exists. */
const setsUp = /^(mkdir|npm (init|install|pkg)) /;

/** Stops a script at the first failed command, even within a pipe. Prints the HTTP status of each request. */
const strict = `set -euo pipefail
curl() { command curl --silent --show-error --write-out '%{stderr}HTTP %{http_code}\\n' "$@"; }
`;

/** A rejected request has a 4xx status. A 5xx status is allowed, because a page may demonstrate a fault. */
const rejected = /^HTTP 4/m;

const nothing: Outcome = { status: 0, output: '' };

export function folderOf({ path }: Page): string {
  return path.replaceAll(/\W+/g, '-');
}

export const hasOnlyTests = ({ steps }: Page): boolean => steps.every((step) => !step.runs || isTest(step));

/** Runs the tests of several pages at once, because starting vitest takes longer than the tests. */
export async function runTests(pages: readonly Page[], project: string): Promise<Outcome> {
  const files = pages.flatMap((page) =>
    page.steps.flatMap(({ file, text }) =>
      file === undefined ? [] : [{ path: join(folderOf(page), file), text }],
    ),
  );
  for (const { path, text } of files) await save(join(project, path), text);
  const vitest = [join(project, 'node_modules/vitest/vitest.mjs'), 'run'];
  const args = [...vitest, ...new Set(files.map(({ path }) => path))];
  return command(process.execPath, args, { cwd: project, seconds: 10 * files.length });
}

/** Returns the failed steps, each with its line number and output. */
export async function follow(page: Page, project: string): Promise<string[]> {
  const folder = join(project, folderOf(page));
  await mkdir(folder);
  await copyFile(join(project, 'package.json'), join(folder, 'package.json'));
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  const ports = { 4600: await freePort(), 4010: await freePort() };
  const withPorts = (text: string) =>
    text.replaceAll(documentedPorts, (port) => String(ports[port === '4600' ? 4600 : 4010]));
  const fakeServer = join(project, 'node_modules/.bin/mock-services-fake');
  let server: ReturnType<typeof start> | undefined;
  /** Variables that the page exports for later commands, because a reader types all commands into one shell. */
  const exported: Record<string, string> = {};

  const type = async (commands: string): Promise<Outcome> => {
    const lines = linesOf(commands).filter((line) => !setsUp.test(line));
    for (const line of lines.filter((one) => startsServer.test(one))) {
      await server?.stop();
      const [, , ...args] = line.split(/\s+/);
      const port = args.includes('--port') ? [] : ['--port', String(ports[4600])];
      server = start(fakeServer, [...args, ...port], folder);
      await listening(`http://127.0.0.1:${ports[4600]}`);
    }
    const script = strict + lines.filter((line) => !startsServer.test(line)).join('\n');
    for (const [, variable = '', value = ''] of script.matchAll(/^export (\w+)=(\S+)$/gm))
      exported[variable] = value;
    const { status, output } = await command('bash', ['-c', script], { cwd: folder, env: exported });
    return { status: rejected.test(output) ? 1 : status, output };
  };
  const perform = (steps: readonly [Step, ...Step[]]): Promise<Outcome> => {
    const [{ file, text, runs }] = steps;
    if (!runs) return Promise.resolve(nothing);
    if (file === undefined) return type(withPorts(text));
    const files = steps.flatMap((step) => step.file ?? []);
    const vitest = [join(project, 'node_modules/vitest/vitest.mjs'), 'run', '--no-file-parallelism'];
    const args = isTest(steps[0]) ? [...vitest, ...files] : files;
    return command(process.execPath, args, { cwd: folder, seconds: 60 * files.length });
  };

  const failures: string[] = [];
  try {
    for (const steps of grouped(page.steps)) {
      for (const { file, text } of steps)
        if (file !== undefined) await save(join(folder, file), withPorts(text));
      const { status, output } = await perform(steps);
      if (status !== 0) failures.push(`${page.path}:${steps[0].line}:\n${output}`);
    }
  } finally {
    await server?.stop();
  }
  return failures;
}

/** Successive tests form one group, so that vitest starts once for all of them. Each other step has its own group. */
function grouped(steps: readonly Step[]): [Step, ...Step[]][] {
  const groups: [Step, ...Step[]][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last !== undefined && isTest(last[0]) && isTest(step)) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

const isTest = ({ file, text, runs }: Step): boolean =>
  runs && file !== undefined && importsVitest.test(text);

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
