/** The content security policy of the built page. Recorded bodies and headers are untrusted. */
import type { Plugin } from 'vite';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Recorded images are shown from memory.
  "img-src 'self' blob:",
  "font-src 'self'",
  // The service is in the address of the page (`?service=`), so its origin is not known at build time: any that is
  // encrypted, or on this machine.
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Browsers accept this directive only in a header; a host of the built page should send the whole policy. */
const header = [...policy, "frame-ancestors 'none'"].join('; ');

/** Adds the policy to the built page. In development, Vite's own scripts and styles are inline. */
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
