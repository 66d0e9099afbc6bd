/** Next with both of its bundlers: a page, routes on Node and on the edge, and the recipe for Next. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { at } from '../lib/paths.ts';
import { freePort, listening, start } from '../lib/servers.ts';
import { addWorkerScript, visitChromium } from './browsers.ts';
import type { Cell, Place } from './cell.ts';
import type { Check } from './scenario/world.ts';

const page = `'use client';
import { useEffect } from 'react';
import { reportFromPage } from '../page.mjs';

export default function Page() {
  useEffect(() => void reportFromPage().catch(reportError), []);
  return null;
}
`;

const layout = `export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`;

/** A route that runs the scenario and responds with the results. */
const route = (runtime: string, fake: string): string => `
import { portAdapter, runScenario } from '../../scenario.mjs';
export const runtime = '${runtime}';
export const dynamic = 'force-dynamic';
export const GET = async () => Response.json(await runScenario(portAdapter('${fake}')));
`;

const config = (root: string): string => `
const root = ${JSON.stringify(root)};
export default { turbopack: { root }, outputFileTracingRoot: root };
`;

/** Returns the files of the recipe without types. */
async function recipe(): Promise<Record<string, string>> {
  const folder = at('examples/recipes/next/app');
  const files: Record<string, string> = {};
  for (const name of await readdir(folder)) {
    const { code } = await transform(await readFile(join(folder, name), 'utf8'), {
      loader: 'tsx',
      jsx: 'preserve',
      // Keeps imports that only JSX uses.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    files[`app/recipe/${name.replace('.tsx', '.jsx')}`] = code;
  }
  return files;
}

/**
 * Builds a Next application, starts it and visits its pages.
 *
 * @param routes - Runtimes of the routes that run the scenario.
 */
function next(routes: readonly string[], ...flags: readonly string[]): Cell['run'] {
  return async (place) => {
    const { fake, folder, tool, write, execute } = place;
    await write({
      'app/page.jsx': page,
      'app/layout.jsx': layout,
      ...(await recipe()),
      ...Object.fromEntries(routes.map((runtime) => [`app/${runtime}/route.js`, route(runtime, fake)])),
      'next.config.mjs': config(dirname(tool())),
      'package.json': '{ "private": true, "type": "module" }\n',
    });
    await addWorkerScript(place, 'public');
    const env = { NEXT_TELEMETRY_DISABLED: '1', NEXT_IGNORE_INCORRECT_LOCKFILE: '1', FAKE: '1' };
    const program = tool('next/dist/bin/next');
    await execute([process.execPath, program, 'build', ...flags], { env });
    const port = await freePort();
    const args = [program, 'start', `--port=${port}`, '--hostname=127.0.0.1'];
    const server = start(process.execPath, args, folder);
    try {
      return { checks: await visitAll(place, `http://127.0.0.1:${port}`, routes) };
    } finally {
      await server.stop();
    }
  };
}

async function visitAll(
  { inbox, reported }: Place,
  url: string,
  routes: readonly string[],
): Promise<Check[]> {
  await listening(url);
  await visitChromium(`${url}/?inbox=${encodeURIComponent(inbox)}`, () => reported());
  const checks = [...(await reported()), await recipeCheck(url)];
  for (const runtime of routes) checks.push(...(await routeChecks(url, runtime)));
  return checks;
}

/** Checks that the recipe shows mock services, read on the server, and workspaces, read in the page. */
async function recipeCheck(url: string): Promise<Check> {
  let shown: readonly string[] = [];
  await visitChromium(`${url}/recipe`, async (page) => {
    await page.locator('li').first().waitFor();
    shown = await page.locator('p, li').allTextContents();
  });
  const ok = shown[0] === '5 mock services' && shown.includes('Checkout team');
  return { name: 'the recipe', ok, ...(!ok && { error: `the page shows ${JSON.stringify(shown)}` }) };
}

async function routeChecks(url: string, runtime: string): Promise<Check[]> {
  const response = await fetch(`${url}/${runtime}`);
  if (!response.ok)
    return [{ name: `${runtime} route`, ok: false, error: `responds with ${response.status}` }];
  const checks = (await response.json()) as Check[];
  return checks.map((check) => ({ ...check, name: `${runtime} route, ${check.name}` }));
}

const packages = { next: '16.4.5', react: '19.3.1', 'react-dom': '19.3.1' } as const;

export const nextCells: readonly Cell[] = [
  { name: 'next', title: 'Next, with Turbopack', packages, run: next(['nodejs', 'edge']) },
  // Next 16.4.5 cannot build routes for the edge with webpack.
  { name: 'next-webpack', title: 'Next, with webpack', packages, run: next(['nodejs'], '--webpack') },
];
