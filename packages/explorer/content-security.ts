/** The content security policy of the built page. Recorded bodies and headers are untrusted. */
import type { Plugin } from 'vite';

/**
 * Where the page may connect to. `any`: the service is in the address of the page (`?service=`), so its origin is not known
 * at build time: any that is encrypted, or on this machine. `own`: the page's own server passes requests on.
 */
const connections = {
  any: "'self' https: http://127.0.0.1:* http://localhost:*",
  own: "'self'",
} as const;

const policy = (connect: keyof typeof connections): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Recorded images are shown from memory.
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${connections[connect]}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** As a header, which a host of the built page should send: browsers accept its last directive only there. */
export function policyHeader(connect: keyof typeof connections): string {
  return `${policy(connect)}; frame-ancestors 'none'`;
}

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
                attrs: { 'http-equiv': 'Content-Security-Policy', content: policy('any') },
                injectTo: 'head-prepend',
              },
            ]
          : [],
    },
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((_, response, next) => {
        response.setHeader('content-security-policy', policyHeader('any'));
        next();
      });
    },
  };
}
