/** Package managers: each installs the tarballs in a project, and Node runs the scenario there. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '../../lib/command.ts';
import type { Cell, Context } from '../cell.ts';
import { main, type Command } from './program.ts';

const kind = 'Package managers';
const node = process.execPath;

/** Programs and their arguments. */
type Commands = (context: Context) => readonly (readonly [file: string, ...args: string[]])[];

/** Installs in a folder of its own, where no other packages are found above, and runs the scenario there. */
function installed(commands: Commands, run: Command = () => [node, 'main.mjs']): Cell['run'] {
  return async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'mock-services-installed-'));
    try {
      await context.write({ ...main(context), 'package.json': manifestOf(context) });
      await cp(context.folder, folder, { recursive: true });
      const env = { ...(await registry()), CI: '' };
      for (const [file, ...args] of [...commands(context), run(context)]) {
        const { status, output } = await command(file, args, { cwd: folder, env, seconds: 120 });
        if (status !== 0) throw new Error(`${[file, ...args].join(' ')} failed:\n${output}`);
      }
      return {};
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** The SDK of the fake server is a tarball, too. */
function manifestOf({ tarballs }: Context): string {
  const [sdk, fake] = tarballs.map((path) => `file:${path}`);
  const dependencies = { '@mock-services/fake-server': fake, '@mock-services/sdk': sdk };
  const override = { '@mock-services/sdk': sdk };
  const pins = { overrides: { '@mock-services/sdk': '$@mock-services/sdk' }, resolutions: override };
  return JSON.stringify({
    private: true,
    type: 'module',
    dependencies,
    ...pins,
    pnpm: { overrides: override },
  });
}

/** The registry that npm uses, for the others. */
async function registry(): Promise<Record<string, string>> {
  const { output } = await command('npm', ['config', 'get', 'registry']);
  const url = output.trim().split('\n').at(-1) ?? '';
  const { hostname } = new URL(url);
  return {
    npm_config_registry: url,
    YARN_NPM_REGISTRY_SERVER: url.replace(/\/$/, ''),
    YARN_UNSAFE_HTTP_WHITELIST: hostname,
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: '0',
  };
}

export const packageManagers: readonly Cell[] = [
  {
    name: 'npm',
    kind,
    title: 'npm',
    version: async ({ execute }) => (await execute('npm', '--version')).trim().split('\n').at(-1) ?? '',
    run: installed(() => [['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund']]),
  },
  {
    name: 'pnpm',
    kind,
    title: 'pnpm',
    tools: 'package-managers',
    version: 'pnpm',
    run: installed(({ tool }) => [[node, tool('pnpm/bin/pnpm.cjs'), 'install', '--prefer-offline']]),
  },
  {
    name: 'yarn',
    kind,
    title: 'Yarn, with Plug’n’Play',
    tools: 'package-managers',
    version: '@yarnpkg/cli-dist',
    run: installed(
      ({ tool }) => [[node, tool('@yarnpkg/cli-dist/bin/yarn.js'), 'install']],
      () => [node, '--require=./.pnp.cjs', '--loader=./.pnp.loader.mjs', 'main.mjs'],
    ),
  },
  {
    name: 'bun-install',
    kind,
    title: 'bun install',
    tools: 'package-managers',
    version: 'bun',
    run: installed(({ tool }) => [[tool('.bin/bun'), 'install']]),
  },
];
