/** Compilers: each checks the types of a consumer, with the declarations of all it imports. */
import { readFile } from 'node:fs/promises';
import { command } from '../../lib/command.ts';
import { at } from '../../lib/paths.ts';
import type { Cell, Context } from '../cell.ts';
import type { Check } from '../scenario/check.ts';

const common = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  // The compiler's own declarations.
  skipDefaultLibCheck: true,
  noEmit: true,
};
const nodenext = { module: 'NodeNext', moduleResolution: 'NodeNext' };

/** Settings of a project, by their names. */
const settings: Readonly<Record<string, object>> = {
  nodenext: { ...common, ...nodenext },
  CommonJS: { ...common, ...nodenext },
  node16: { ...common, module: 'Node16', moduleResolution: 'Node16' },
  bundler: { ...common, module: 'ESNext', moduleResolution: 'Bundler' },
  // Without `esModuleInterop`, the declarations of zod are refused.
  node10: { ...common, module: 'CommonJS', moduleResolution: 'Node10', esModuleInterop: true },
  'without DOM': { ...common, ...nodenext, lib: ['ES2023'] },
};

/** Each takes a dozen seconds with a compiler that is not native. */
const quickSettings = ['nodenext', 'CommonJS'];

function compiler(tool: string, left: readonly string[] = [], options: object = {}): Cell['run'] {
  return async (context) => {
    const consumer = await readFile(at('.ci/checks/packages/consumer/types-core.ts'), 'utf8');
    const manifest = '{ "private": true, "type": "module" }\n';
    await context.write({ 'consumer.ts': consumer, 'consumer.cts': consumer, 'package.json': manifest });
    const names = context.quick ? quickSettings : Object.keys(settings);
    const checks: Check[] = [];
    for (const name of names.filter((name) => !left.includes(name))) {
      checks.push(await compile(context, tool, name, options));
    }
    return { checks };
  };
}

async function compile(context: Context, tool: string, name: string, options: object): Promise<Check> {
  const file = name === 'CommonJS' ? 'consumer.cts' : 'consumer.ts';
  const project = `tsconfig.${name.replaceAll(' ', '-')}.json`;
  const compilerOptions = { ...settings[name], ...options, typeRoots: [context.tool('@types')] };
  await context.write({ [project]: JSON.stringify({ compilerOptions, files: [file] }) });
  const args = [context.tool(tool, 'bin/tsc'), '-p', project];
  const { status, output } = await command(process.execPath, args, { cwd: context.folder, seconds: 110 });
  return status === 0 ? { name, ok: true } : { name, ok: false, error: output };
}

const kind = 'TypeScript';

const versions = ['5.5', '5.6', '5.7', '5.8', '5.9'].map((version): Cell => {
  const tool = `typescript-${version}`;
  const title = `TypeScript ${version}`;
  return { name: tool, kind, title, tools: 'typescript', version: tool, run: compiler(tool) };
});

export const compilers: readonly Cell[] = [
  {
    name: 'typescript-5.4',
    kind,
    title: 'TypeScript 5.4',
    tools: 'quick',
    version: 'typescript-5.4',
    quick: true,
    run: compiler('typescript-5.4'),
  },
  ...versions,
  {
    name: 'typescript-6',
    kind,
    title: 'TypeScript 6',
    tools: 'typescript',
    version: 'typescript-6',
    run: compiler('typescript-6', [], { ignoreDeprecations: '6.0' }),
  },
  {
    name: 'typescript-7',
    kind,
    title: 'TypeScript 7, which has no node10',
    tools: 'quick',
    version: 'typescript-7',
    quick: true,
    run: compiler('typescript-7', ['node10']),
  },
];
