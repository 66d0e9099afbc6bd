/**
 * `npm run release` runs this check, which fails if a `package.json` contains the placeholder for the repository URL.
 */
import { globSync, readFileSync } from 'node:fs';
import { at, root } from './lib/paths.ts';

const placeholder = /https?:\/\/[\w.-]*\.example\b/;

const paths = globSync('{package.json,packages/*/package.json}', { cwd: root });
const problems = paths.flatMap((path) => {
  const url = placeholder.exec(readFileSync(at(path), 'utf8'))?.[0];
  return url === undefined ? [] : [`${path} contains the placeholder ${url}.`];
});
if (problems.length > 0) {
  console.error(`${problems.join('\n')}\nReplace the placeholder with the URL of the repository.`);
  process.exitCode = 1;
}
