/**
 * This module compiles code with several TypeScript versions. Each check compiles a module that uses the packages. Each
 * check uses different compiler options.
 */
import { readFileSync } from 'node:fs';
import { at } from '../lib/paths.ts';
import type { Cell, Place } from './cell.ts';
import type { Check } from './scenario/world.ts';

/** Source code of a test module that uses the packages. The checks in `.ci/checks/packages` also compile this test module. */
const consumer = readFileSync(at('.ci/checks/packages/consumer/types-core.ts'), 'utf8');

const common = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  // The `skipDefaultLibCheck` option skips only the declarations that belong to TypeScript.
  skipDefaultLibCheck: true,
  noEmit: true,
};
const nodenext = { ...common, module: 'NodeNext', moduleResolution: 'NodeNext' };

const settings: Readonly<Record<string, object>> = {
  nodenext,
  CommonJS: nodenext,
  node16: { ...common, module: 'Node16', moduleResolution: 'Node16' },
  bundler: { ...common, module: 'ESNext', moduleResolution: 'Bundler' },
  // The declarations of zod require the compiler option `esModuleInterop`.
  node10: { ...common, module: 'CommonJS', moduleResolution: 'Node10', esModuleInterop: true },
  'without DOM': { ...nodenext, lib: ['ES2023'] },
};

/**
 * Names of the compiler settings that a quick run checks. A quick run does not check all compiler settings, because
 * each check takes several seconds.
 */
const quickSettings = ['nodenext', 'CommonJS'];

async function compile(place: Place, name: string, options: object): Promise<Check> {
  const project = `tsconfig.${name.replaceAll(' ', '-')}.json`;
  const typeRoots = [`${place.tools}/node_modules/@types`];
  const compilerOptions = { ...settings[name], ...options, typeRoots };
  const files = [name === 'CommonJS' ? 'consumer.cts' : 'consumer.ts'];
  await place.write({ [project]: JSON.stringify({ compilerOptions, files }) });
  return place.execute(`tsc -p ${project}`).then(
    () => ({ name, ok: true }),
    (error: unknown) => ({ name, ok: false, error: String(error) }),
  );
}

const versions = ['5.4.5', '5.5.4', '5.6.3', '5.7.3', '5.8.3', '5.9.3', '6.0.3', '7.0.2'];

export const compilers: readonly Cell[] = versions.map((version): Cell => {
  const [major = '', minor = ''] = version.split('.');
  const short = major === '5' ? `${major}.${minor}` : major;
  const isQuick = ['5.4', '7'].includes(short);
  return {
    name: `typescript-${short}`,
    title: `TypeScript ${short}${short === '7' ? ', which has no node10' : ''}`,
    packages: { typescript: version, '@types/node': '24.19.2' },
    ...(isQuick && { quick: true }),
    run: async (place) => {
      const manifest = '{ "private": true, "type": "module" }\n';
      await place.write({ 'consumer.ts': consumer, 'consumer.cts': consumer, 'package.json': manifest });
      const names = place.quick ? quickSettings : Object.keys(settings);
      const options = short === '6' ? { ignoreDeprecations: '6.0' } : {};
      const checks: Check[] = [];
      for (const name of names.filter((one) => short !== '7' || one !== 'node10')) {
        checks.push(await compile(place, name, options));
      }
      return { checks };
    },
  };
});
