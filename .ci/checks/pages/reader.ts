/** Follows a page as it stands: saves its blocks in an empty folder, runs them, and types its commands. */
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command, type Outcome } from '../../../tools/lib/command.ts';
import { freePort, listening, start } from '../../../tools/lib/servers.ts';
import { linesIn } from '../../../tools/pages/commands.ts';
import { importsVitest, type Commands, type Page, type PastedFile } from '../../../tools/pages/page.ts';

/** The ports that pages name; each page is followed with free ones in their place. */
const named = /\b(4600|4010)\b/g;

const serves = /^npx @mock-services\/fake-server(?! conformance\b| --help\b| --version\b)/;

/** What makes the folder and installs packages, which the project has already. */
const sets = /^(mkdir|npm (init|install|pkg)) /;

/** Stops at the first failure, also within a pipe, and prints the status of each request. */
const strict = `set -euo pipefail
curl() { command curl --silent --show-error --write-out '%{stderr}HTTP %{http_code}\\n' "$@"; }
`;

/** A request that is wrong; a fault's 5xx is what a page shows. */
const refused = /^HTTP 4/m;

/** The folder of a page in a project. */
export function folderOf({ path }: Page): string {
  return path.replaceAll(/\W+/g, '-');
}

/** @returns What failed, each with its line in the page and what was printed. */
export async function follow(page: Page, project: string): Promise<string[]> {
  const folder = await newFolder(project, page);
  const ports = new Map([
    ['4600', String(await freePort())],
    ['4010', String(await freePort())],
  ]);
  const ported = (text: string): string => text.replaceAll(named, (port) => ports.get(port) ?? port);
  const servers = new Servers(folder, ports.get('4600') ?? '0');
  const failures: string[] = [];
  try {
    for (const step of page.steps) {
      const outcome = await (step.kind === 'file'
        ? save(folder, { ...step, text: ported(step.text) })
        : type(folder, { ...step, code: ported(step.code) }, servers));
      const line = step.kind === 'file' ? step.lines[0] : step.line;
      if (outcome.status !== 0) failures.push(`${page.path}:${line}:\n${outcome.output}`);
    }
  } finally {
    await servers.stop();
  }
  return failures;
}

/** An empty folder with what the project has installed. */
async function newFolder(project: string, page: Page): Promise<string> {
  const folder = join(project, folderOf(page));
  await mkdir(folder);
  await copyFile(join(project, 'package.json'), join(folder, 'package.json'));
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const done: Outcome = { status: 0, output: '' };

async function save(folder: string, { name, text, runs }: PastedFile): Promise<Outcome> {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), text);
  if (!runs) return done;
  return importsVitest.test(text)
    ? command('npx', ['vitest', 'run', name], { cwd: folder })
    : command(process.execPath, [name], { cwd: folder });
}

async function type(folder: string, { code, runs }: Commands, servers: Servers): Promise<Outcome> {
  const lines = runs ? linesIn(code).filter((line) => !sets.test(line)) : [];
  for (const line of lines.filter((one) => serves.test(one))) await servers.start(line);
  const rest = lines.filter((line) => !serves.test(line));
  if (rest.length === 0) return done;
  const { status, output } = await command('bash', ['-c', strict + rest.join('\n')], { cwd: folder });
  return { status: refused.test(output) ? 1 : status, output };
}

/** The server of a page: the latest that it started. */
class Servers {
  readonly #folder: string;
  readonly #port: string;
  #running: { readonly stop: () => Promise<void> } | undefined;

  constructor(folder: string, port: string) {
    this.#folder = folder;
    this.#port = port;
  }

  async start(line: string): Promise<void> {
    await this.stop();
    const [program = '', ...args] = line.split(/\s+/);
    this.#running = start(program, [...args, '--port', this.#port], this.#folder);
    await listening(`http://127.0.0.1:${this.#port}`);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }
}
