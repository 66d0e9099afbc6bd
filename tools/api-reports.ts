/** An API report lists the public types of one entry point, so that its diff shows every change to the public API. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Extractor, ExtractorConfig, type IConfigFile } from '@microsoft/api-extractor';
import { at, root } from './lib/paths.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly private?: boolean;
}

interface EntryPoint {
  readonly folder: string;
  /** Empty for the main entry point. */
  readonly entry: string;
}

function entryPoints(): EntryPoint[] {
  return globSync('packages/*', { cwd: root })
    .toSorted()
    .flatMap((folder) => {
      const manifest = readFileSync(at(folder, 'package.json'), 'utf8');
      const { exports, private: isPrivate } = JSON.parse(manifest) as Manifest;
      const keys = isPrivate ? [] : Object.keys(exports).filter((key) => key !== './package.json');
      return keys.map((key) => ({ folder, entry: key.slice(2) }));
    });
}

/** The folders of the packages that have reports but no build. */
export function unbuiltPackages(): string[] {
  const unbuilt = entryPoints().filter(({ folder, entry }) => !existsSync(typesOf(folder, entry)));
  return [...new Set(unbuilt.map(({ folder }) => folder))];
}

/** The reports by path in the repository. */
export async function createApiReports(): Promise<ReadonlyMap<string, string>> {
  const reports = new Map<string, string>();
  for (const { folder, entry } of entryPoints()) {
    const name = entry === '' ? basename(folder) : entry;
    reports.set(join(folder, 'api', `${name}.api.md`), await createReport(folder, entry));
  }
  return reports;
}

function typesOf(folder: string, entry: string): string {
  return at(folder, 'dist', entry, 'index.d.ts');
}

async function createReport(folder: string, entry: string): Promise<string> {
  // The folder must be inside the package, because API Extractor looks for a `package.json` in its parent folders.
  await mkdir(at(folder, '.tmp'), { recursive: true });
  const scratch = await mkdtemp(at(folder, '.tmp/api-'));
  try {
    const configObject = settings(folder, entry, scratch);
    const config = ExtractorConfig.prepare({
      configObject,
      configObjectFullPath: join(scratch, 'api-extractor.json'),
      packageJsonFullPath: at(folder, 'package.json'),
    });
    Extractor.invoke(config, { localBuild: true, messageCallback: (message) => (message.handled = true) });
    return await readFile(join(scratch, 'entry.api.md'), 'utf8');
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** API Extractor creates only the report, and puts no warnings in it. */
function settings(folder: string, entry: string, scratch: string): IConfigFile {
  const types = typesOf(folder, entry);
  const quiet = { logLevel: 'none', addToApiReportFile: false } as const;
  return {
    projectFolder: at(folder),
    mainEntryPointFilePath: types,
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
        files: [types],
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
      compilerMessageReporting: { default: quiet },
      extractorMessageReporting: { default: quiet, 'ae-forgotten-export': quiet },
      tsdocMessageReporting: { default: quiet },
    },
  } as unknown as IConfigFile;
}
