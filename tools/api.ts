/** `npm run api`: builds the packages and writes the reports of their public types, in the folder `api` of each. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createReports } from './lib/api-reports.ts';
import { command } from './lib/command.ts';
import { at, root } from './lib/paths.ts';

const build = await command('npm', ['run', '--silent', 'build'], { cwd: root, seconds: 180 });
if (build.status !== 0) throw new Error(`npm run build failed:\n${build.output}`);
for (const [path, text] of await createReports()) {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), text);
}
