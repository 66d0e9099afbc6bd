/** Package managers. Each installs the packed packages, and Node runs the scenario with them. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '../lib/command.ts';
import { mainModule, type Cell, type Command, type Place } from './cell.ts';
import { bun } from './runtimes.ts';

const node = process.execPath;
const runMain: Command = [node, 'main.mjs'];

/** Installs in a folder outside the tools, so that Node finds only the packages that the manager has installed. */
function installing(install: (place: Place) => Command, run = runMain): Cell['run'] {
  return async (place) => {
    const folder = await mkdtemp(join(tmpdir(), 'mock-services-installed-'));
    try {
      await place.write({ ...mainModule(place.inbox), 'package.json': manifestOf(place) });
      await cp(place.folder, folder, { recursive: true });
      const options = { cwd: folder, env: { ...(await registry()), CI: '' } };
      await place.execute(install(place), options);
      await place.execute(run, options);
      return {};
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** The SDK is not in the registry, so the fake server's dependency on it is overridden as well. */
function manifestOf({ tarballs }: Place): string {
  const [sdk, fake] = tarballs.map((path) => `file:${path}`);
  const override = { '@mock-services/sdk': sdk };
  return JSON.stringify({
    private: true,
    type: 'module',
    dependencies: { '@mock-services/fake-server': fake, ...override },
    overrides: { '@mock-services/sdk': '$@mock-services/sdk' },
    resolutions: override,
    pnpm: { overrides: override },
  });
}

/** Environment variables that make all managers use the registry of npm. */
async function registry(): Promise<Record<string, string>> {
  const { output } = await command('npm', ['config', 'get', 'registry']);
  const url =
    output
      .trim()
      .split('\n')
      .find((line) => line.startsWith('http')) ?? '';
  return {
    npm_config_registry: url,
    YARN_NPM_REGISTRY_SERVER: url.replace(/\/$/, ''),
    YARN_UNSAFE_HTTP_WHITELIST: new URL(url).hostname,
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: '0',
  };
}

export const managers: readonly Cell[] = [
  {
    name: 'npm',
    title: 'npm',
    version: async ({ execute }) => (await execute(['npm', '--version'])).trim().split('\n')[0] ?? '',
    quick: true,
    run: installing(() => ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund']),
  },
  {
    name: 'pnpm',
    title: 'pnpm',
    packages: { pnpm: '10.34.9' },
    run: installing(({ tool }) => [node, tool('pnpm/bin/pnpm.cjs'), 'install', '--prefer-offline']),
  },
  {
    name: 'yarn',
    title: 'Yarn, with Plug’n’Play',
    packages: { '@yarnpkg/cli-dist': '4.18.1' },
    run: installing(
      ({ tool }) => [node, tool('@yarnpkg/cli-dist/bin/yarn.js'), 'install'],
      [node, '--require=./.pnp.cjs', '--loader=./.pnp.loader.mjs', 'main.mjs'],
    ),
  },
  {
    name: 'bun-install',
    title: 'bun install',
    ...bun,
    run: installing(({ tool }) => [tool('.bin/bun'), 'install']),
  },
];
