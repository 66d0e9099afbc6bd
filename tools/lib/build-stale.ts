/** Builds each package whose sources, or whose dependencies' sources, changed since its last build. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { command } from './command.ts';
import { at, root } from './paths.ts';

export async function buildStale(): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { scripts: { build: string } };
  // Each package uses only packages that are built before it, except `cli-kit`, which is never built.
  const folders = ['packages/cli-kit', ...(scripts.build.match(/packages\/[\w-]+/g) ?? [])];
  for (const [index, folder] of folders.entries()) {
    const used = folders.slice(1, index).filter((other) => uses(folder, other));
    const sources = [folder, 'packages/cli-kit', ...used].map(lastChange);
    if (index === 0 || Math.max(...sources) < changeOf(`${folder}/dist`)) continue;
    console.log(`building ${folder}`);
    const build = await command('npm', ['run', '--silent', 'build', '-w', folder], {
      cwd: root,
      seconds: 180,
    });
    if (build.status !== 0)
      throw new Error(`${folder} could not be built. Correct the errors in its output:\n${build.output}`);
  }
}

function uses(folder: string, other: string): boolean {
  const name = other.replace('packages/', '@mock-services/');
  return readFileSync(at(folder, 'package.json'), 'utf8').includes(`"${name}"`);
}

/** The modification time of a folder shows that a file in the folder was added or deleted. */
function lastChange(folder: string): number {
  const paths = globSync(['src', 'src/**', 'server/**', '*.{ts,json,html}'], { cwd: at(folder) });
  return Math.max(...paths.map((path) => changeOf(`${folder}/${path}`)));
}

function changeOf(path: string): number {
  return statSync(at(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
