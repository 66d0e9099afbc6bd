/** What the built page may load and do. Recorded bodies and headers come from strangers. */
import type { Plugin } from 'vite';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Recorded pictures are shown out of memory.
  "img-src 'self' blob:",
  "font-src 'self'",
  // The service is named in the address of the page (`?service=`), so its origin is not known when the page is built:
  // any that is encrypted, or on this machine.
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Browsers take this one from a header alone; a host of the built page should send the whole. */
const header = [...policy, "frame-ancestors 'none'"].join('; ');

/** Puts the policy into the built page. In development, Vite's own scripts and styles are inline. */
export function contentSecurity(): Plugin {
  return {
    name: 'content-security',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { server }) =>
        server === undefined
          ? [
              {
                tag: 'meta',
                attrs: { 'http-equiv': 'Content-Security-Policy', content: policy.join('; ') },
                injectTo: 'head-prepend',
              },
            ]
          : [],
    },
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((_, response, next) => {
        response.setHeader('content-security-policy', header);
        next();
      });
    },
  };
}
