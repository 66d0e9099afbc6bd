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

const guides = [
  page('Start here', '/guide/start'),
  page('Testing', '/guide/testing'),
  page('Browser development', '/guide/browser'),
  page('Errors, retries and time-outs', '/guide/errors'),
  page('Authentication', '/guide/authentication'),
  page('Logging and telemetry', '/guide/telemetry'),
  page('Your own ky instance', '/guide/ky'),
  page('Activity cookbook', '/guide/activity'),
  page('Moving from hand-written handlers', '/guide/migrating'),
  page('A shared stand-in', '/guide/shared'),
  page('Conformance and grease', '/guide/conformance'),
  page('Troubleshooting', '/guide/troubleshooting'),
];

const details = [
  page('The interface', '/interface'),
  page('Faults', '/faults'),
  page('Limits', '/limits'),
  page('Servers', '/servers'),
  page('Worlds', '/worlds'),
  page('Cloudflare Workers', '/workers'),
  page('Conformance suite', '/conformance'),
  page('The explorer', '/explorer'),
  page('Where it works', '/support'),
  page('Performance', '/performance'),
];

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
      '/': [
        { text: 'Guides', items: guides },
        { text: 'In detail', items: details },
      ],
      '/api/': apiSidebar(),
      ...Object.fromEntries(entryPoints.map((item) => [item.link, apiSidebar(item)])),
    },
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: 'local' },
  },
});
