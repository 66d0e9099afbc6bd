/** VitePress's settings. The pages are those that `build.ts` writes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nav, sidebars } from '../navigation.ts';
import { slugOf } from '../slug.ts';

const pages = fileURLToPath(new URL('../.tmp/pages', import.meta.url));

const icon = readFileSync(new URL('../pages/public/icon.svg', import.meta.url), 'base64');

export default {
  title: 'Mock Services',
  description:
    'A typed client and a stand-in server for the mock service configuration and workspace activity interface.',
  lang: 'en',
  // Relative, so that the site works below any path of any static host.
  base: './',
  srcDir: '.tmp/pages',
  outDir: 'dist',
  cacheDir: '.tmp/cache',
  metaChunk: true,
  // As data: a path would be another from each page.
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}`, type: 'image/svg+xml' }]],
  transformPageData: (page: { relativePath: string; frontmatter: { outline?: number } }) => {
    // Its headings are whole messages.
    if (page.relativePath === 'guide/troubleshooting.md') page.frontmatter.outline = 2;
  },
  markdown: { anchor: { slugify: slugOf } },
  themeConfig: {
    logo: '/icon.svg',
    nav,
    sidebar: sidebars(pages),
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    notFound: { quote: 'Nothing is at this address. Try the search.', linkText: 'To the first page' },
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } } },
      },
    },
  },
};
