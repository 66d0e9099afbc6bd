/** Content security policy of the built page, which displays untrusted bodies and headers. */
import type { Plugin } from 'vite';

/**
 * Sources for `connect-src`. `any` allows every https origin and this machine, because the service is chosen with `?service=`
 * when the page runs. `own` allows only the page's server, which forwards requests to the service.
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
    // Images in recorded bodies are displayed from blob URLs.
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${connections[connect]}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Policy to send as a header. Browsers ignore `frame-ancestors` in a `<meta>` element. */
export function policyHeader(connect: keyof typeof connections): string {
  return `${policy(connect)}; frame-ancestors 'none'`;
}

/**
 * Adds the content security policy to the built page. The development page has no content security policy, because Vite adds
 * inline scripts and styles.
 */
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
