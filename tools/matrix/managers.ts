/**
 * This module runs the scenario with package managers. Each package manager installs the packed packages, and Node then
 * runs the scenario.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '../lib/command.ts';
import type { Cell, Place } from './cell.ts';
import { bun } from './runtimes.ts';

/**
 * Returns a `run` function that installs the packages with a package manager. The packages are installed outside the
 * folder of the tools, so that Node finds only packages from this installation.
 */
function installing(install: string, run = 'node main.mjs'): Cell['run'] {
  return async (place) => {
    const cwd = await mkdtemp(join(tmpdir(), 'mock-services-installed-'));
    try {
      await place.write({ 'package.json': manifestOf(place) });
      await cp(place.folder, cwd, { recursive: true });
      const env = { ...(await registry()), CI: '' };
      await place.execute(install, { cwd, env });
      await place.execute(run, { cwd, env });
      return {};
    } finally {
      await rm(cwd, { recursive: true, force: true });
    }
  };
}

/**
 * Creates the `package.json` file of a project. The file overrides the fake server's dependency on the SDK, because the
 * SDK is not in the registry.
 */
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

/**
 * Returns environment variables for all package managers. The variables select the registry that is configured for npm.
 */
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
    version: async ({ execute }) => (await execute('npm --version')).split('\n')[0] ?? '',
    quick: true,
    run: installing('npm install --prefer-offline --no-audit --no-fund'),
  },
  {
    name: 'pnpm',
    title: 'pnpm',
    packages: { pnpm: '10.34.9' },
    run: installing('pnpm install --prefer-offline'),
  },
  {
    name: 'yarn',
    title: 'Yarn, with Plug’n’Play',
    packages: { '@yarnpkg/cli-dist': '4.18.1' },
    run: installing('yarn install', 'yarn node main.mjs'),
  },
  { name: 'bun-install', title: 'bun install', ...bun, run: installing('bun install') },
];
