/** Every environment that the docs name. `docs/facts.md` shows this list, and `environments.test.ts` runs its fixtures. */

/** A folder beside this file, which is installed like an application. It passes if its `npm test` exits with 0. */
export interface Fixture {
  readonly folder: string;
  /** Packages to install in addition to those in the folder's `package.json`, such as `msw@2.15.0`. */
  readonly packages: readonly string[];
  /** Whether the gate runs the fixture, which it must do in two minutes for all fixtures together. */
  readonly isInGate: boolean;
}

export interface Environment {
  readonly kind: string;
  readonly name: string;
  /** The oldest version that works. */
  readonly since?: string;
  /** `undefined` if the environment was only tried by hand. */
  readonly fixture?: Fixture;
}

const inGate = (folder: string, ...packages: readonly string[]): Fixture => ({
  folder,
  packages,
  isInGate: true,
});
const atNight = (folder: string, ...packages: readonly string[]): Fixture => ({
  folder,
  packages,
  isInGate: false,
});

const rows: readonly (readonly [kind: string, ...Omit<Environment, 'kind'>[]])[] = [
  [
    'runtimes',
    { name: 'Node', since: 'Node 22.12', fixture: atNight('node-22') },
    { name: 'Node 26', fixture: atNight('node-26') },
    { name: 'Bun', fixture: atNight('bun') },
    { name: 'Deno', fixture: atNight('deno') },
    { name: 'workerd (Workers, Durable Objects)', fixture: atNight('workerd') },
    { name: 'React Native', fixture: inGate('react-native') },
  ],
  [
    'Next',
    { name: 'server components', since: 'Next 16', fixture: atNight('next') },
    { name: 'static pages', fixture: atNight('next') },
    { name: 'route handlers', fixture: atNight('next') },
    { name: 'Edge Runtime', fixture: atNight('next') },
  ],
  [
    'browsers, client',
    { name: 'Chromium', since: 'Chrome 100', fixture: inGate('caching-browser') },
    { name: 'Firefox', since: 'Firefox 100' },
    { name: 'WebKit', since: 'Safari 15.4' },
  ],
  [
    'browsers, fake server',
    { name: 'Chromium', since: 'Chrome 100, with MSW 3 Chrome 119', fixture: atNight('vite') },
    { name: 'Firefox', since: 'Firefox 100, with MSW 3 Firefox 121' },
    { name: 'WebKit', since: 'Safari 15.4, with MSW 3 Safari 17.4' },
  ],
  [
    'implementations of `fetch`',
    { name: 'node-fetch', since: 'node-fetch 2', fixture: inGate('replaced-global') },
    { name: 'cross-fetch', fixture: inGate('replaced-global') },
    { name: 'undici', since: 'undici 6', fixture: inGate('replaced-global') },
    { name: 'handwritten mocks', fixture: inGate('replaced-global') },
  ],
  ['bundlers', { name: 'Vite', since: 'Vite 7', fixture: atNight('vite') }],
  ['test runners', { name: 'jest', since: 'jest 30', fixture: atNight('jest') }],
];

export const environments: readonly Environment[] = rows.flatMap(([kind, ...names]) =>
  names.map((environment) => ({ kind, ...environment })),
);

/** Returns each fixture once, with a name for the title of its test. */
export function fixtures(isGate: boolean): (Fixture & { readonly name: string })[] {
  const byName = new Map<string, Fixture & { readonly name: string }>();
  for (const { fixture } of environments) {
    if (fixture?.isInGate !== isGate) continue;
    const name = [fixture.folder, ...fixture.packages].join(' with ');
    byName.set(name, { ...fixture, name });
  }
  return [...byName.values()];
}
