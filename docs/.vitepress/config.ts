import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig } from 'vitepress';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const icon = readFileSync(path('../public/icon.svg'), 'base64');

/** Sidebar entries of the entry points, which TypeDoc writes. */
const file = path('../api/typedoc-sidebar.json');
const entryPoints = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as DefaultTheme.SidebarItem[])
  : [];

/** Sidebar of one entry point. A sidebar with all exports of the packages would be larger than most pages. */
const apiSidebar = (open?: DefaultTheme.SidebarItem) =>
  entryPoints.map((item) => (item === open ? { ...item, collapsed: false } : { ...item, items: undefined }));

const page = (text: string, link: string) => ({ text, link });

/** The pages, in the order in which a new user needs them. */
const sidebar: DefaultTheme.SidebarItem[] = [
  page('What this is', '/guide/what-is-this'),
  page('Start here', '/guide/start'),
  {
    text: 'The client',
    items: [
      page('Methods and options', '/guide/client'),
      page('Errors', '/guide/errors'),
      page('Authentication', '/guide/authentication'),
      page('Time limits and retries', '/guide/retries'),
      page('Your own ky instance', '/guide/ky'),
      page('Logging and telemetry', '/guide/telemetry'),
    ],
  },
  {
    text: 'Testing with the fake server',
    items: [
      page('Data, reset and clock', '/guide/testing'),
      page('Injecting faults', '/guide/faults'),
      page('The journal', '/guide/journal'),
      page('Test runners and MSW', '/guide/test-runners'),
      page('In the browser', '/guide/browser'),
      page('Grease', '/guide/grease'),
      page('Replacing handwritten handlers', '/guide/migrating'),
    ],
  },
  {
    text: 'Mock services as code',
    items: [page('The command-line program', '/guide/mock-services-as-code')],
  },
  { text: 'Activity', items: [page('Recorded exchanges', '/guide/activity')] },
  {
    text: 'Shared fake servers',
    items: [page('Worlds', '/worlds'), page('Cloudflare Workers', '/workers')],
  },
  { text: 'Conformance and profiles', items: [page('The conformance suite', '/conformance')] },
  { text: 'The explorer', items: [page('The page and its program', '/explorer')] },
  {
    text: 'Reference',
    items: [
      page('Troubleshooting', '/guide/troubleshooting'),
      page('Command line', '/command-line'),
      page('Admin endpoints', '/admin'),
      page('Servers', '/servers'),
      page('The interface', '/interface'),
      page('Open points', '/open-points'),
      page('Facts', '/facts'),
      page('Stability', '/stability'),
      page('API', '/api/'),
    ],
  },
];

/** Guides come first in the search results, and the API reference comes last. */
function boostDocument(id: string): number {
  if (id.includes('api/')) return 0.2;
  if (/guide\/(?!troubleshooting)/.test(id)) return 4;
  return /(troubleshooting|conformance|explorer|worlds)\.html/.test(id) ? 2 : 1;
}

export default defineConfig({
  title: 'Mock Services',
  description:
    'A typed client and a fake server for the mock service configuration and workspace activity interface.',
  lang: 'en',
  // Relative, so that the site works below any path of any static host.
  base: './',
  srcExclude: ['decisions/**'],
  buildEnd: ({ outDir }) => {
    cpSync(path('../openapi.json'), join(outDir, 'openapi.json'));
    // Written by `npm run build`.
    cpSync(path('../../packages/explorer/dist/page'), join(outDir, 'live-explorer'), { recursive: true });
  },
  // A data URL, because a relative path would differ from page to page.
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}`, type: 'image/svg+xml' }]],
  // The anchors that GitHub gives to headings, so that links work in the repository and on the site.
  markdown: { anchor: { slugify: slug } },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      page('Guides', '/guide/start'),
      page('API', '/api/'),
      { ...page('Live explorer', '/live-explorer/index.html'), target: '_blank' },
      page('Troubleshooting', '/guide/troubleshooting'),
    ],
    sidebar: {
      '/': sidebar,
      '/api/': apiSidebar(),
      ...Object.fromEntries(entryPoints.map((item) => [item.link, apiSidebar(item)])),
    },
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
  },
});
