/**
 * `npm run generate` writes every generated file of the repository.
 *
 * - `docs/openapi.json`, the operations and validators of the contract, and the JSON Schema of seeds come from zod schemas.
 * - The table of calls in `docs/admin.md` comes from the table that the fake server serves.
 * - The table in `docs/open-points.md` comes from the rows of the contract and of the fake server.
 * - The tables of cases in `docs/conformance.md` come from the conformance suite.
 * - A part `<!-- generated: <path> -->` of a page shows the file at that path.
 * - The defaults in a table after `<!-- defaults: <path> … -->` come from the doc comments of these files.
 * - The figures about size and speed come from `docs/figures.json`, which `npm run bench -- --write` writes.
 * - The API reports in `packages/*\/api` come from a build of the packages whose sources changed since their last build.
 *   With `-- --built`, the existing build is used, if there is one.
 * - The list of pages in `llms.txt` comes from `docs/index.md`.
 * - The fields `homepage`, `bugs` and `repository` of each package come from `repository` in the root package.json.
 *
 * The command prints the files that it changes. With `-- --check`, the command writes nothing, and fails if a file is
 * out of date.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { environmentsTable } from '../checks/environments/list.ts';
import { callsTable } from './admin-calls.ts';
import { createApiReports, unbuiltPackages } from './api-reports.ts';
import { casesTables } from './conformance-cases.ts';
import { buildStale } from './lib/build-stale.ts';
import { withDefaults } from './lib/defaults.ts';
import { withFigures } from './lib/figures.ts';
import { replaceGenerated, withFiles } from './lib/generated.ts';
import { pagePaths } from './lib/markdown.ts';
import { listedInMarkdown } from './lib/page-list.ts';
import { at } from './lib/paths.ts';
import { withRepository } from './lib/repository.ts';
import { openPointsTable } from './open-points.ts';
import { createOpenApiDocument, serializeDocument } from './openapi/document.ts';
import { seedSchema } from './seed-schema.ts';
import { createOperationsModule, createValidatorsModule } from './validators.ts';

const seedFile = 'packages/fake-server/seed.schema.json';

const isCheck = process.argv.includes('--check');

async function write(path: string, text: string): Promise<void> {
  if ((await readFile(at(path), 'utf8').catch(() => '')) === text) return;
  if (isCheck) {
    console.error(`${path} is out of date. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
    return;
  }
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), text);
  console.log(path);
}

await write('packages/sdk/src/contract/operations.gen.ts', await createOperationsModule());
await write('packages/sdk/src/contract/validators.gen.ts', await createValidatorsModule());
await write('docs/openapi.json', serializeDocument(createOpenApiDocument()));
const style = { ...(await resolveConfig(at(seedFile))), parser: 'json' };
await write(seedFile, await format(JSON.stringify(seedSchema(), null, 2), style));

for (const [path, text] of withRepository()) await write(path, text);

const index = await readFile(at('llms.txt'), 'utf8');
await write('llms.txt', replaceGenerated(index, { pages: listedInMarkdown() }));
const parts = {
  'docs/facts.md': { environments: environmentsTable() },
  'docs/admin.md': { calls: callsTable() },
  'docs/open-points.md': { points: openPointsTable() },
  'docs/conformance.md': { cases: casesTables() },
};
for (const [path, texts] of Object.entries(parts)) {
  const page = replaceGenerated(await readFile(at(path), 'utf8'), texts);
  await write(path, await format(page, { ...(await resolveConfig(at(path))), parser: 'markdown' }));
}
for (const path of pagePaths()) {
  const page = await readFile(at(path), 'utf8');
  const text = withFigures(path, withDefaults(withFiles(page)));
  if (text !== page)
    await write(path, await format(text, { ...(await resolveConfig(at(path))), parser: 'markdown' }));
}

if (!process.argv.includes('--built')) await buildStale();
const unbuilt = unbuiltPackages();
if (unbuilt.length > 0 && !isCheck)
  console.log(`The API reports are skipped, because these packages are not built: ${unbuilt.join(', ')}.`);
else for (const [path, text] of await createApiReports()) await write(path, text);
