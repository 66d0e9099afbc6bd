/** Resolves the packages to their sources in a Node process that preloads this module. */
import { registerHooks } from 'node:module';

const packages = new URL('../../../', import.meta.url);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const [, name, entry] =
      /^@mock-services\/(sdk|fake-server|conformance)(?:\/(\w+))?$/.exec(specifier) ?? [];
    if (name === undefined) return nextResolve(specifier, context);
    const source = `${name}/src/${entry === undefined ? '' : `${entry}/`}index.ts`;
    return nextResolve(new URL(source, packages).href, context);
  },
});
