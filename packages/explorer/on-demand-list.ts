/** Lists the scripts that the built page loads on demand, for `src/load-rest.ts`. */
import type { Plugin } from 'vite';

/** Adds `<meta name="on-demand" content="assets/a.js assets/b.js …">` to the page. */
export function onDemandList(): Plugin {
  return {
    name: 'on-demand-list',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.keys(bundle).filter((file) => file.endsWith('.js') && !html.includes(file));
        return [
          { tag: 'meta', attrs: { name: 'on-demand', content: files.join(' ') }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}
