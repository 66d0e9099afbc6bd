import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { pageGroups } from '../../tools/lib/page-list.ts';
import { repositoryUrl } from '../../tools/lib/repository.ts';

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

/** The groups of docs/index.md, and the API reference. */
const sidebar: DefaultTheme.SidebarItem[] = [
  ...pageGroups().map(({ title, pages }) => ({
    text: title,
    items: pages.map((one) => page(one.title, one.path.replace(/^docs|\.md$/g, ''))),
  })),
  page('API', '/api/'),
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
    for (const file of ['openapi.json', 'explorer.png']) cpSync(path(`../${file}`), join(outDir, file));
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
      page('Repository', repositoryUrl()),
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
