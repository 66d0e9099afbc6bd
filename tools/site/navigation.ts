/** What the site's bars and sidebars show. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Item[];
  readonly collapsed?: boolean;
}

const page = (text: string, link: string): Item => ({ text, link });

const guides: readonly Item[] = [
  page('Start here', '/guide/start'),
  page('Testing', '/guide/testing'),
  page('Browser development', '/guide/browser'),
  page('Errors, retries and time-outs', '/guide/errors'),
  page('Authentication', '/guide/authentication'),
  page('Logging and telemetry', '/guide/telemetry'),
  page('Activity cookbook', '/guide/activity'),
  page('Moving from hand-written handlers', '/guide/migrating'),
  page('A shared stand-in', '/guide/shared'),
  page('Conformance and grease', '/guide/conformance'),
  page('Troubleshooting', '/guide/troubleshooting'),
];

const details: readonly Item[] = [
  page('The interface', '/interface'),
  page('Faults', '/faults'),
  page('Limits', '/limits'),
  page('Servers', '/servers'),
  page('Worlds', '/worlds'),
  page('Cloudflare Workers', '/workers'),
  page('Conformance suite', '/conformance'),
  page('The explorer', '/explorer'),
];

const project: readonly Item[] = [
  page('Where it works', '/support'),
  page('Performance', '/performance'),
  page('Mutation scores', '/mutants'),
  page('Changes of the SDK', '/files/packages/sdk/CHANGELOG'),
  page('Changes of the fake server', '/files/packages/fake-server/CHANGELOG'),
  page('Contributing', '/files/CONTRIBUTING'),
];

export const nav: readonly Item[] = [
  page('Guides', '/guide/start'),
  page('API', '/api/'),
  page('Live explorer', '/live'),
  page('Troubleshooting', '/guide/troubleshooting'),
];

/** The sidebars, with those pages that exist in `folder`. */
export function sidebars(folder: string): Readonly<Record<string, readonly Item[]>> {
  const existing = (items: readonly Item[]) =>
    items.filter(({ link = '' }) => existsSync(join(folder, `${link}.md`)));
  const api = join(folder, 'api');
  const entries = entryPointsIn(api);
  return {
    '/': [
      { text: 'Guides', items: existing(guides) },
      { text: 'In detail', items: existing(details) },
      { text: 'The project', items: [...existing(project), decisions(join(folder, 'decisions'))] },
    ],
    '/api/': reference(api, entries),
    ...Object.fromEntries(
      entries.map((entry) => [`/api/${scope}/${entry}/`, reference(api, entries, entry)]),
    ),
  };
}

/** The decision notes, by their titles. */
function decisions(folder: string): Item {
  const items = readdirSync(folder).map((file) => {
    const [, title = file] = /^# (.*)$/m.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    return page(title, `/decisions/${file.replace(/\.md$/, '')}`);
  });
  return { text: 'Decisions', items, collapsed: true };
}

const scope = '@mock-services';
const packages = ['sdk', 'fake-server', 'explorer'];

/** `sdk`, `sdk/activity` and so on. */
function entryPointsIn(folder: string): string[] {
  return packages.flatMap((name) => {
    const inner = readdirSync(join(folder, scope, name)).filter((entry) =>
      existsSync(join(folder, scope, name, entry, 'index.md')),
    );
    return [name, ...inner.map((entry) => `${name}/${entry}`)];
  });
}

/** All entry points, and what the open one exports: a sidebar of all symbols would be most of each page. */
function reference(folder: string, entries: readonly string[], open?: string): readonly Item[] {
  return packages.map((name) => ({
    text: `${scope}/${name}`,
    items: entries
      .filter((entry) => `${entry}/`.startsWith(`${name}/`))
      .map((entry) => ({
        ...page(entry, `/api/${scope}/${entry}/`),
        ...(entry === open && { items: exportsOf(folder, `${scope}/${entry}`), collapsed: false }),
      })),
  }));
}

const kinds = ['functions', 'interfaces', 'type-aliases', 'classes', 'variables'];

function exportsOf(folder: string, name: string): readonly Item[] {
  return kinds
    .filter((kind) => existsSync(join(folder, name, kind)))
    .map((kind) => ({
      text: kind.replace('-', ' ').replace(/^./, (first) => first.toUpperCase()),
      collapsed: kind !== 'functions',
      items: readdirSync(join(folder, name, kind))
        .map((file) => file.replace(/\.md$/, ''))
        .map((symbol) => page(symbol, `/api/${name}/${kind}/${symbol}`)),
    }));
}
