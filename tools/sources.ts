/**
 * Makes Node resolve the packages to their sources, so that programs and tests run without a build:
 * `node --import ./tools/sources.ts <file>`. The table is `paths` in `tsconfig.json`, which TypeScript, Vite, esbuild
 * and other bundlers read themselves.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const root = new URL('../', import.meta.url);
const { compilerOptions } = JSON.parse(readFileSync(new URL('tsconfig.json', root), 'utf8')) as {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
};
const sources = new Map(
  Object.entries(compilerOptions.paths).map(([name, [path]]) => [name, new URL(path, root).href]),
);

registerHooks({
  resolve: (specifier, context, nextResolve) => nextResolve(sources.get(specifier) ?? specifier, context),
});
