/** The project settings that the packages are used with. */

/**
 * Environment of the type check: Node with only its own types, a page, MSW, which needs both, or the code of the pages,
 * beside whatever that uses.
 */
export type Setting = 'node' | 'page' | 'nodenext' | 'bundler' | 'pages';

const common = {
  target: 'ES2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};
const nodenext = { module: 'NodeNext', moduleResolution: 'NodeNext' };
const bundler = { module: 'ESNext', moduleResolution: 'Bundler' };
const dom = ['ES2023', 'DOM', 'DOM.Iterable'];

export const compilerOptions: Readonly<Record<Setting, object>> = {
  node: { ...common, ...nodenext, lib: ['ES2023'], types: ['node'] },
  page: { ...common, ...bundler, lib: dom, types: [] },
  nodenext: { ...common, ...nodenext, lib: dom, types: ['node'] },
  bundler: { ...common, ...bundler, lib: dom, types: ['node'] },
  pages: {
    ...common,
    ...nodenext,
    lib: dom,
    types: ['node'],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    moduleDetection: 'force',
  },
};

/** `use.ts` as a CommonJS module. */
export const commonJs = `
const { exerciseCore, exerciseHandlers } = require('./exercise.js');
const sdk = require('@mock-services/sdk');
const contract = require('@mock-services/sdk/contract');
const root = require('@mock-services/fake-server');
const core = require('@mock-services/fake-server/core');
const conformance = require('@mock-services/fake-server/conformance');
const serving = require('@mock-services/fake-server/node');
const msw = require('msw/node');

exerciseCore({ sdk, contract, core, conformance, serving }).then(() => exerciseHandlers(sdk, root, msw));
`;
