/** Runs tests of a page that starts its own fake server, as the guide for browsers says. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleOf } from '../support/bundle.ts';
import { runPlaywright } from '../support/playwright.ts';
import { servePages } from './pages.ts';

const folder = join(import.meta.dirname, 'page-with-fake');

// esbuild drops `import './main.ts'`, because the package declares that its files have no side effects.
const pageCode = (name: string) => bundleOf(readFileSync(join(folder, name), 'utf8'), { folder });

const html = (script: string) =>
  `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><ul></ul><p role="status"></p><script type="module" src="${script}"></script></html>`;
const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');

const pages = await servePages({
  '/': html('/main.js'),
  '/other': html('/main.js'),
  '/main.js': await pageCode('main.ts'),
  '/own-worker': html('/own-worker.js'),
  '/own-worker.js': await pageCode('own-worker.ts'),
  '/mockServiceWorker.js': readFileSync(script, 'utf8'),
  '/service/configuration/mock-services': '{"data":[]}',
});
afterAll(() => pages.close());

const config = join(import.meta.dirname, 'playwright.config.ts');
const run = (name: string) => runPlaywright(config, { SPECS: join(folder, name), BASE_URL: pages.url });
const passing = await run('specs');
const failing = await run('failing');

test.each(Object.entries(passing))('%s', (_title, { status, messages }) => {
  expect({ status, messages }).toEqual({ status: 'passed', messages: [] });
});

describe('a test fails', () => {
  const request = `${pages.url}/api/configuration/mock-services`;
  const answered = `${request}: answered by a service worker of the page`;

  test.each([
    ["the page's own worker", [expect.stringContaining(`GET ${answered}`)]],
    [
      'a link that no scenario has',
      [expect.stringMatching(/the scenario that the URL .* There is no scenario "empty"\. Pass some/)],
    ],
    [
      'a misspelled link',
      [expect.stringContaining('its own error'), expect.stringContaining('Did you mean empty?')],
    ],
  ])('with its reason: %s', (title, expected) => {
    const { messages = [] } = failing[title] ?? {};
    expect(messages.map(stripVTControlCharacters)).toEqual(expected);
  });
});
