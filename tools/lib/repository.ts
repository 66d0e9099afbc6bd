/** Only the root package.json states the address of the repository. */
import { globSync, readFileSync } from 'node:fs';
import { at, root } from './paths.ts';

const read = (path: string) => JSON.parse(readFileSync(at(path), 'utf8')) as Record<string, unknown>;

export function repositoryUrl(): string {
  return String(read('package.json')['repository']);
}

export function withRepository(): [path: string, text: string][] {
  const home = repositoryUrl();
  return globSync('packages/*', { cwd: root }).flatMap((folder) => {
    const path = `${folder}/package.json`;
    const current = read(path);
    if (current['private'] === true) return [];
    const manifest = {
      ...current,
      homepage: `${home}#readme`,
      bugs: `${home}/issues`,
      repository: { type: 'git', url: `git+${home}.git`, directory: folder },
    };
    return [[path, `${JSON.stringify(manifest, null, 2)}\n`]];
  });
}
