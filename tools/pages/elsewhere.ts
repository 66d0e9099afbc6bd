/** What blocks of the pages use and this repository does not install; its types are not checked. */

const modules = [
  '@jest/globals',
  '@opentelemetry/api',
  '@playwright/test',
  '@storybook/react-vite',
  'cypress',
  'msw-storybook-addon',
];

const globals = ['Bun', 'Deno', 'cy', 'Cypress'];

/** The same as declarations. */
export const elsewhere = [
  ...modules.map((name) => `declare module '${name}';`),
  ...globals.map((name) => `declare const ${name}: any;`),
  '',
].join('\n');
