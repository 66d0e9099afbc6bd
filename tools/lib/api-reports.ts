/** Reports of what the packages export: a text for each entry point, whose diff shows every change of the public types. */
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { command } from './command.ts';
import { at, checker, root } from './paths.ts';

interface Manifest {
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** The reports of the packages as they are built, by their paths in the repository. */
export async function createReports(): Promise<ReadonlyMap<string, string>> {
  const folders = globSync('packages/*', { cwd: root }).toSorted();
  return new Map((await Promise.all(folders.map(reportsOf))).flat());
}

async function reportsOf(folder: string): Promise<[string, string][]> {
  const reports: [string, string][] = [];
  for (const entry of await entriesOf(folder)) {
    const name = entry === '' ? basename(folder) : entry;
    reports.push([join(folder, 'api', `${name}.api.md`), await reportOf(folder, entry)]);
  }
  return reports;
}

/** The entry points of a package, that at its root as an empty text. */
async function entriesOf(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(at(folder, 'package.json'), 'utf8')) as Manifest;
  if (manifest.private === true) return [];
  return Object.keys(manifest.exports ?? {})
    .filter((key) => key !== './package.json')
    .map((key) => key.slice(2));
}

async function reportOf(folder: string, entry: string): Promise<string> {
  // In the package, because API Extractor looks for the manifest above its settings.
  await mkdir(at(folder, '.tmp'), { recursive: true });
  const scratch = await mkdtemp(at(folder, '.tmp/api-'));
  try {
    const config = join(scratch, 'config.json');
    await writeFile(config, JSON.stringify(configOf(folder, entry, scratch)));
    const args = [checker('api-extractor'), 'run', '--local', '--config', config];
    const { status, output } = await command(process.execPath, args, { seconds: 300 });
    if (status !== 0) throw new Error(`the report of ${join(folder, entry)} failed:\n${output}`);
    return await readFile(join(scratch, 'entry.api.md'), 'utf8');
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Settings of API Extractor: the report alone. */
function configOf(folder: string, entry: string, scratch: string): object {
  const quiet = { logLevel: 'none', addToApiReportFile: false };
  const silent = { default: quiet };
  return {
    projectFolder: at(folder),
    mainEntryPointFilePath: at(folder, 'dist', entry, 'index.d.ts'),
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          target: 'ES2023',
          lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
          module: 'ESNext',
          moduleResolution: 'bundler',
          strict: true,
          skipLibCheck: true,
          types: ['node'],
        },
        files: [at(folder, 'dist', entry, 'index.d.ts')],
      },
    },
    apiReport: {
      enabled: true,
      reportFileName: 'entry',
      reportFolder: scratch,
      reportTempFolder: join(scratch, 'built'),
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    newlineKind: 'lf',
    messages: {
      compilerMessageReporting: silent,
      extractorMessageReporting: { ...silent, 'ae-forgotten-export': quiet },
      tsdocMessageReporting: silent,
    },
  };
}
