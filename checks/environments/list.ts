/** Every environment that the docs name. `docs/facts.md` shows this list, and `environments.test.ts` runs its fixtures. */

/** A folder beside this file, which is installed like an application. It passes if its `npm test` exits with 0. */
export interface Fixture {
  readonly folder: string;
  /** Packages to install in addition to those in the folder's `package.json`, such as `msw@2.15.0`. */
  readonly packages: readonly string[];
  /** Whether the gate runs the fixture, which it must do in two minutes for all fixtures together. */
  readonly isInGate: boolean;
  /** Files of `examples/recipes/<folder>` that the fixture runs, too. */
  readonly recipe?: readonly string[];
}

/** Other tests of the gate, which run in an environment. */
interface OtherTests {
  readonly path: string;
  readonly isInGate: true;
}

export interface Environment {
  readonly kind: string;
  readonly name: string;
  /** The oldest version that works. */
  readonly since?: string;
  /** `undefined` if the packages were only tried by hand. */
  readonly tests?: Fixture | OtherTests;
}

const inGate = (folder: string, ...packages: readonly string[]): Fixture => ({
  folder,
  packages,
  isInGate: true,
});
const atNight = (folder: string): Fixture => ({ folder, packages: [], isInGate: false });
const tests = (path: string): OtherTests => ({ path, isInGate: true });

const next: Fixture = { ...atNight('next'), recipe: ['worlds.test.ts', 'app/worlds/page.tsx'] };
const bundlers = atNight('bundlers');
const runners = atNight('runners');
const tanstack = atNight('tanstack');
const replacedGlobal = inGate('replaced-global');
const dom = inGate('vitest-dom', 'msw@3.0.5');

const kinds: Readonly<Record<string, readonly Omit<Environment, 'kind'>[]>> = {
  runtimes: [
    { name: 'Node 22 and 24', since: 'Node 22.12', tests: tests('checks/packages/installed.test.ts') },
    { name: 'Node 22.12', tests: atNight('node-22') },
    { name: 'Node 26', tests: atNight('node-26') },
    { name: 'Bun', tests: atNight('bun') },
    { name: 'Deno', tests: atNight('deno') },
    { name: 'workerd (Workers, Durable Objects)', tests: atNight('workerd') },
    { name: 'React Native', tests: inGate('react-native') },
  ],
  'Next, Turbopack and webpack': [
    { name: 'server components', since: 'Next 16', tests: next },
    { name: 'static pages', tests: next },
    { name: 'route handlers', tests: next },
    { name: 'one world per test', tests: next },
    { name: 'Edge Runtime (Turbopack)', tests: next },
  ],
  SvelteKit: [{ name: 'server and universal `load`', since: 'SvelteKit 3', tests: inGate('sveltekit') }],
  'browsers, client': [
    { name: 'Chromium', since: 'Chrome 100', tests: inGate('caching-browser') },
    { name: 'Firefox', since: 'Firefox 100' },
    { name: 'WebKit', since: 'Safari 15.4' },
  ],
  'browsers, fake server': [
    { name: 'Chromium', since: 'Chrome 100 (with MSW 3, 119)', tests: inGate('vite-base') },
    { name: 'Firefox', since: 'Firefox 100 (with MSW 3, 121)', tests: atNight('firefox') },
    { name: 'WebKit', since: 'Safari 15.4 (with MSW 3, 17.4)' },
  ],
  'global `fetch`': [
    { name: 'node-fetch', since: 'node-fetch 2', tests: replacedGlobal },
    { name: 'cross-fetch', since: 'cross-fetch 4', tests: replacedGlobal },
    { name: 'undici', since: 'undici 6', tests: replacedGlobal },
    { name: 'handwritten mocks', tests: replacedGlobal },
  ],
  bundlers: [
    { name: 'Vite', since: 'Vite 7', tests: atNight('vite') },
    { name: 'Vite with `base`', tests: inGate('vite-base') },
    { name: 'webpack', since: 'webpack 5', tests: bundlers },
    { name: 'Rspack', tests: bundlers },
    { name: 'rolldown', tests: bundlers },
    { name: 'esbuild', tests: inGate('caching-browser') },
    { name: 'Parcel', since: 'Parcel 2', tests: bundlers },
    { name: 'Metro', tests: bundlers },
  ],
  'test runners': [
    { name: 'vitest', since: 'vitest 4', tests: tests('checks/packages/installed.test.ts') },
    { name: 'vitest with jsdom', tests: dom },
    { name: 'vitest with happy-dom', tests: dom },
    { name: 'jest', since: 'jest 30', tests: atNight('jest') },
    { name: 'jest with jest-fixed-jsdom', tests: inGate('jest-dom') },
    { name: 'babel-jest', tests: runners },
    { name: 'mocha', tests: runners },
    { name: '`node:test`', tests: tests('checks/pages/pages.test.ts') },
    { name: '`bun test`', tests: runners },
    { name: '`deno test`', tests: runners },
    { name: 'Playwright', tests: inGate('playwright') },
  ],
  'TanStack Query': [
    { name: 'React', since: 'query-core 5.89', tests: tanstack },
    { name: 'Vue', tests: tanstack },
    { name: 'Solid', tests: tanstack },
    { name: 'Next with prefetching', tests: next },
    { name: 'Svelte and Angular (types)' },
  ],
  MSW: [
    { name: 'MSW 2', since: 'MSW 2.15', tests: inGate('vitest-dom', 'msw@2.15.0') },
    { name: 'MSW 3', since: 'MSW 3.0.5', tests: dom },
  ],
  TypeScript: [
    {
      name: '`nodenext`, `bundler` and `node10` resolution, CommonJS, without the DOM types',
      since: 'TypeScript 5.4',
      tests: tests('checks/packages/installed.test.ts'),
    },
  ],
};

const environments: readonly Environment[] = Object.entries(kinds).flatMap(([kind, rows]) =>
  rows.map((row) => ({ kind, ...row })),
);

export type NamedFixture = Fixture & { readonly name: string };

/** Returns each fixture once, because several environments may share one. */
export function fixtures(isInGate: boolean): NamedFixture[] {
  const byName = new Map<string, NamedFixture>();
  for (const { tests: fixture } of environments) {
    if (!fixture || !('folder' in fixture) || fixture.isInGate !== isInGate) continue;
    const name = [fixture.folder, ...fixture.packages].join(' with ');
    byName.set(name, { ...fixture, name });
  }
  return [...byName.values()];
}

/** Returns the rows of the table in `docs/facts.md`. */
export function environmentsTable(): string {
  const head = ['', 'checked with each change', 'checked every night', 'tried by hand', 'since version'];
  const rows = Object.entries(kinds).map(([kind, all]) => {
    const names = (isMatch: (environment: Omit<Environment, 'kind'>) => boolean): string =>
      all
        .filter(isMatch)
        .map(({ name }) => name)
        .join(', ');
    return [
      kind,
      names(({ tests: checks }) => checks?.isInGate === true),
      names(({ tests: checks }) => checks?.isInGate === false),
      names(({ tests: checks }) => checks === undefined),
      all.flatMap(({ since = [] }) => since).join(', '),
    ];
  });
  return [head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
