/** Lists the scripts and style sheets of the built page that are loaded on demand, for `src/load-rest.ts`. */
import type { Plugin } from 'vite';

/** Adds `<meta name="on-demand" content="assets/a.js assets/a.css …">` to the page. */
export function onDemandList(): Plugin {
  return {
    name: 'on-demand-list',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file) && !html.includes(file));
        return [
          { tag: 'meta', attrs: { name: 'on-demand', content: files.join(' ') }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}
