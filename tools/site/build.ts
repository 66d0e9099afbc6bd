/** `npm run docs`: the docs site, for any static host and below any path. */
import { cpSync, rmSync } from 'node:fs';
import { command } from '../lib/command.ts';
import { at, root } from '../lib/paths.ts';
import { writePages } from './pages.ts';
import { linkToGuides } from './see-guides.ts';

const pages = at('tools/site/.tmp/pages');
const explorer = `${pages}/public/live-explorer`;

async function main(): Promise<void> {
  rmSync(pages, { recursive: true, force: true });
  writePages(pages);
  cpSync(at('tools/site/pages'), pages, { recursive: true });
  await Promise.all([
    run(process.execPath, tool('typedoc/bin/typedoc'), '--options', at('tools/site/typedoc.json')),
    run(
      process.execPath,
      at('node_modules/vite/bin/vite.js'),
      'build',
      at('packages/explorer'),
      '--outDir',
      explorer,
    ),
  ]);
  linkToGuides(pages);
  await run(process.execPath, tool('vitepress/bin/vitepress.js'), 'build', at('tools/site'));
  console.log('The site is in tools/site/dist.');
}

function tool(path: string): string {
  return at('node_modules', path);
}

/** @throws when the program fails, with its output. */
async function run(file: string, ...args: readonly string[]): Promise<void> {
  // Also where a test runner has set another.
  const env = { NODE_ENV: 'production' };
  const { status, output } = await command(file, args, { cwd: root, env, seconds: 300 });
  if (status !== 0) throw new Error(`${[file, ...args].join(' ')} failed:\n${output}`);
}

await main();
