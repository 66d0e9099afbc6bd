/** Next, with both of its bundlers: a page, and routes on Node and on the edge. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { at } from '../../lib/paths.ts';
import type { Cell, Context } from '../cell.ts';
import type { Check } from '../scenario/check.ts';
import { addWorkerScript, openChromium, textsAt, visit } from './pages.ts';
import { freePort, listening, start } from '../../lib/servers.ts';

const kind = 'Bundlers';

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

/** A route that responds with the checks. */
const route = (runtime: string, fake: string): string => `
import { portFace, runScenario } from '../../scenario.mjs';
export const runtime = '${runtime}';
export const dynamic = 'force-dynamic';
export const GET = async () => Response.json(await runScenario(portFace('${fake}')));
`;

const config = (folder: string): string => `
const root = ${JSON.stringify(folder)};
export default { turbopack: { root }, outputFileTracingRoot: root };
`;

/** The files of the recipe, without types. */
async function recipe(): Promise<Record<string, string>> {
  const folder = at('examples/recipes/next/app');
  const names = await readdir(folder);
  const files = names.map(async (name) => {
    const { code } = await transform(await readFile(join(folder, name), 'utf8'), {
      loader: 'tsx',
      jsx: 'preserve',
      // What esbuild cannot see the use of is kept.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    return [`app/recipe/${name.replace('.tsx', '.jsx')}`, code] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** What the recipe's page shows: read on the server, and in the page. */
async function recipeCheck(url: string): Promise<Check> {
  const [summary = '', ...names] = await textsAt(`${url}/recipe`, 'p, li', 2);
  const ok = summary === '5 mock services' && names.includes('Checkout team');
  return { name: 'the recipe', ok, ...(!ok && { error: `it shows ${JSON.stringify([summary, ...names])}` }) };
}

/**
 * Builds, starts, and visits.
 *
 * @param routes - Runtimes of routes that run the scenario, too.
 */
function next(routes: readonly string[], ...flags: readonly string[]): Cell['run'] {
  return async (context) => {
    const { inbox, scenario, tool, write, execute } = context;
    const fake = await (await fetch(`${inbox}/fake`)).text();
    await write({
      'page.mjs': scenario.page,
      'scenario.mjs': scenario.esm,
      'app/page.jsx': page,
      'app/layout.jsx': layout,
      ...(await recipe()),
      ...Object.fromEntries(routes.map((runtime) => [`app/${runtime}/route.js`, route(runtime, fake)])),
      'next.config.mjs': config(dirname(tool())),
      'package.json': '{ "private": true, "type": "module" }\n',
    });
    await addWorkerScript(context, 'public');
    const env = ['NEXT_TELEMETRY_DISABLED=1', 'NEXT_IGNORE_INCORRECT_LOCKFILE=1', 'FAKE=1'];
    await execute('env', ...env, process.execPath, tool('next/dist/bin/next'), 'build', ...flags);
    return { checks: await visitServer(context, routes) };
  };
}

async function visitServer(context: Context, routes: readonly string[]): Promise<Check[]> {
  const { folder, inbox, tool, reported } = context;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [tool('next/dist/bin/next'), 'start', `--port=${port}`, '--hostname=127.0.0.1'];
  const server = start(process.execPath, args, folder);
  try {
    await listening(url);
    await visit(openChromium, context, `${url}/?inbox=${encodeURIComponent(inbox)}`);
    const checks = [...(await reported()), await recipeCheck(url)];
    // One after the other: they share the fake on a port.
    for (const runtime of routes) checks.push(...(await checksAt(url, runtime)));
    return checks;
  } finally {
    await server.stop();
  }
}

async function checksAt(url: string, runtime: string): Promise<Check[]> {
  const response = await fetch(`${url}/${runtime}`);
  if (!response.ok)
    return [{ name: `${runtime} route`, ok: false, error: `responds with ${response.status}` }];
  const checks = (await response.json()) as Check[];
  return checks.map((check) => ({ ...check, name: `${runtime} route, ${check.name}` }));
}

export const nextCells: readonly Cell[] = [
  {
    name: 'next',
    kind,
    title: 'Next, with Turbopack',
    tools: 'next',
    version: 'next',
    run: next(['nodejs', 'edge']),
  },
  {
    name: 'next-webpack',
    kind,
    title: 'Next, with webpack',
    tools: 'next',
    version: 'next',
    // Next 16.4.5 itself cannot build a route on the edge with webpack.
    run: next(['nodejs'], '--webpack'),
  },
];
