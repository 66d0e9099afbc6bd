/** Size limits of each entry point in a page, in bytes after minifying and gzip: a few percent above the actual size. */

/** A piece of an application, and its size limits. */
export interface SizeLimit {
  readonly name: string;
  /** Source of a module that uses the entry point. */
  readonly code: string;
  /** Packages that an application has anyway. */
  readonly external?: readonly string[];
  /** Loaded before anything runs. */
  readonly eager: number;
  /** Loaded on demand. */
  readonly onDemand: number;
}

/** What every use of the client loads: the goals of `packages/sdk/bench/size.ts` are 16,384 eager, 26,624 in all. */
const client = { eager: 18_300, onDemand: 9_400 };

/** The errors' guards, above the client. */
const guards = 180;

/** Loaded by `createHandler` alone; esbuild writes it wherever the core is, also where nothing can load it. */
const adminEndpoints = 4400;

const allOf = (entry: string): string => `export * from '${entry}';`;

export const sizeLimits: readonly SizeLimit[] = [
  {
    name: '@mock-services/sdk, all nine operations',
    code: `import { createClient } from '@mock-services/sdk';
      globalThis.client = createClient({ baseUrl: location.origin });`,
    ...client,
  },
  {
    name: '@mock-services/sdk, with every error and guard',
    code: allOf('@mock-services/sdk'),
    ...client,
    eager: client.eager + guards,
  },
  {
    name: '@mock-services/sdk/activity, all of it',
    code: allOf('@mock-services/sdk/activity'),
    eager: 23_400,
    onDemand: 0,
  },
  {
    name: '@mock-services/sdk/activity, findActivity alone',
    code: `export { findActivity } from '@mock-services/sdk/activity';`,
    eager: 6700,
    onDemand: 0,
  },
  {
    name: '@mock-services/sdk/contract',
    code: allOf('@mock-services/sdk/contract'),
    eager: 12_850,
    onDemand: 0,
  },
  {
    name: '@mock-services/fake-server/core',
    code: allOf('@mock-services/fake-server/core'),
    eager: 49_720,
    onDemand: adminEndpoints,
  },
  {
    name: '@mock-services/fake-server, beside msw',
    code: allOf('@mock-services/fake-server'),
    external: ['msw'],
    eager: 48_170,
    onDemand: adminEndpoints,
  },
  {
    name: '@mock-services/fake-server/browser, beside msw',
    code: allOf('@mock-services/fake-server/browser'),
    external: ['msw', 'msw/*'],
    eager: 47_440,
    onDemand: adminEndpoints,
  },
  {
    name: '@mock-services/fake-server/workers',
    code: allOf('@mock-services/fake-server/workers'),
    eager: 51_170,
    onDemand: adminEndpoints,
  },
  {
    name: '@mock-services/fake-server/conformance',
    code: allOf('@mock-services/fake-server/conformance'),
    eager: 25_930,
    onDemand: 0,
  },
];
