/**
 * Size limits for scripts in a web page, minified and compressed with gzip. `npm run size` checks them after a build.
 */

/**
 * Returns the check for an entry point with all its imports.
 *
 * @param {string} name
 * @param {string} folder
 * @param {string} limit
 * @param {object} [options]
 */
const entry = (name, folder, limit, options) => ({
  name,
  path: `../packages/${folder}/index.js`,
  gzip: true,
  limit,
  /** @param {object} config */
  modifyEsbuildConfig: (config) => ({ ...config, format: 'esm', logLevel: 'error' }),
  ...options,
});

module.exports = [
  entry('sdk, createClient', 'sdk/dist', '26 KiB', { import: '{ createClient }' }),
  entry('sdk/query, beyond the client', 'sdk/dist/query', '1.5 KiB'),
  entry('sdk/activity', 'sdk/dist/activity', '18 KiB'),
  entry('sdk/activity, findActivity', 'sdk/dist/activity', '9.5 KiB', { import: '{ findActivity }' }),
  entry('sdk/contract', 'sdk/dist/contract', '15 KiB'),
  entry('sdk/seed', 'sdk/dist/seed', '21 KiB'),
  ...Object.entries({
    createFakeServer: '57.5 KiB',
    createHandler: '36 KiB',
    connectFake: '7 KiB',
    createExamples: '16.5 KiB',
    demoSeed: '4 KiB',
    matchers: '1 KiB',
  }).map(([name, limit]) =>
    entry(`fake-server/core, ${name}`, 'fake-server/dist/core', limit, { import: `{ ${name} }` }),
  ),
  entry('fake-server, createFakeServer without msw', 'fake-server/dist', '58.5 KiB', {
    import: '{ createFakeServer }',
    ignore: ['msw'],
  }),
  // A page loads the panel on demand.
  entry('fake-server/browser, startFake without msw and the panel', 'fake-server/dist/browser', '68 KiB', {
    import: '{ startFake }',
    ignore: ['msw', '../show-panel-*'],
  }),
  entry('fake-server/browser, the panel', 'fake-server/dist', '10 KiB', {
    path: '../packages/fake-server/dist/show-panel-*.js',
    // The functions that copy a request are loaded on demand.
    ignore: ['@mock-services/sdk/activity'],
  }),
  entry('fake-server/workers', 'fake-server/dist/workers', '67 KiB'),
  entry('conformance', 'conformance/dist', '45 KiB'),
  {
    name: 'explorer, all scripts of the page',
    path: '../packages/explorer/dist/page/assets/*.js',
    disablePlugins: ['@size-limit/esbuild'],
    gzip: true,
    limit: '152 KB',
  },
];
