/**
 * This module runs the scenario with both bundlers of Next. The scenario runs in a page and in routes on the Node and
 * edge runtimes. This module tests the Next recipe from the docs.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { at } from '../lib/paths.ts';
import { freePort, listening } from '../lib/servers.ts';
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

/** Returns the source of a route that runs the scenario and responds with the results. */
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

/** Returns the files of the Next recipe without their TypeScript types. */
async function recipe(): Promise<Record<string, string>> {
  const folder = at('examples/recipes/next/app');
  const files: Record<string, string> = {};
  for (const name of await readdir(folder)) {
    const { code } = await transform(await readFile(join(folder, name), 'utf8'), {
      loader: 'tsx',
      jsx: 'preserve',
      // The `verbatimModuleSyntax` option keeps imports that are used only in JSX.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    files[`app/recipe/${name.replace('.tsx', '.jsx')}`] = code;
  }
  return files;
}

/**
 * @param routes - Names of the Next runtimes, such as `edge`. One route is created for each runtime, and each route
 *   runs the scenario.
 */
function next(build: string, ...routes: readonly string[]): Cell['run'] {
  return async (place) => {
    const { fake, tools, write, execute, serve } = place;
    await write({
      'app/page.jsx': page,
      'app/layout.jsx': layout,
      ...(await recipe()),
      ...Object.fromEntries(routes.map((runtime) => [`app/${runtime}/route.js`, route(runtime, fake)])),
      'next.config.mjs': config(tools),
      'package.json': '{ "private": true, "type": "module" }\n',
    });
    await addWorkerScript(place, 'public');
    const env = { NEXT_TELEMETRY_DISABLED: '1', NEXT_IGNORE_INCORRECT_LOCKFILE: '1', FAKE: '1' };
    await execute(build, { env });
    const port = await freePort();
    const checks = await serve(`next start --port=${port} --hostname=127.0.0.1`, () =>
      visitAll(place, `http://127.0.0.1:${port}`, routes),
    );
    return { checks };
  };
}

async function visitAll(
  { inbox, reported }: Place,
  url: string,
  routes: readonly string[],
): Promise<Check[]> {
  await listening(url);
  await visitChromium(`${url}/?inbox=${encodeURIComponent(inbox)}`, () => reported());
  const checks = [...(await reported())];
  for (const runtime of routes) {
    const response = await fetch(`${url}/${runtime}`);
    if (!response.ok)
      throw new Error(`The route on the ${runtime} runtime responded with the status ${response.status}.`);
    const results = (await response.json()) as Check[];
    checks.push(...results.map((check) => ({ ...check, name: `${runtime} route, ${check.name}` })));
  }
  // The page of the recipe shows mock services and workspaces. The server reads the mock services, and the browser
  // reads the workspaces.
  await visitChromium(`${url}/recipe`, async (page) => {
    await page.locator('li').first().waitFor();
    const shown = await page.locator('p, li').allTextContents();
    const ok = shown[0] === '5 mock services' && shown.includes('Checkout team');
    checks.push({ name: 'the recipe', ok, error: `The page shows ${JSON.stringify(shown)}.` });
  });
  return checks;
}

const packages = { next: '16.4.5', react: '19.3.1', 'react-dom': '19.3.1' } as const;

export const nextCells: readonly Cell[] = [
  { name: 'next', title: 'Next, with Turbopack', packages, run: next('next build', 'nodejs', 'edge') },
  // Next 16.4.5 cannot build edge routes with webpack.
  {
    name: 'next-webpack',
    title: 'Next, with webpack',
    packages,
    run: next('next build --webpack', 'nodejs'),
  },
];
