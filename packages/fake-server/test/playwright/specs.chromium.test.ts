/** Runs the specs of this folder with Playwright's test runner. */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { servePages } from './pages.ts';
import { runPlaywright, type SpecResult } from '../support/playwright.ts';

const pages = await servePages();
afterAll(() => pages.close());

const config = join(import.meta.dirname, 'playwright.config.ts');
const run = (folder: string) => runPlaywright(config, { SPECS: folder, BASE_URL: pages.url });
const passing = await run('specs');
const failing = await run('failing');

test.each(Object.entries(passing))('%s', (_title, { status, messages }) => {
  expect({ status, messages }).toEqual({ status: 'passed', messages: [] });
});

describe('a test fails', () => {
  const resultOf = (title: string): SpecResult => {
    const result = failing[title];
    if (!result) throw new Error(`There is no test with the title ${title}.`);
    return result;
  };

  test.each([
    [
      'an invalid request',
      /^FakeServerError: The journal is not clean:\n {2}#1 GET .* → 404 \(getMockService\)/,
    ],
    ['an unused fault', /^FakeServerError: The journal is not clean:\n {2}fault 1 for listMockServices/],
    ['an error of its own', /^Error: .*its own error/],
    ['no request at all', /^Error: .*its own error/],
    ['a time limit while a request hangs', /^.*Test timeout of 10000ms exceeded/],
    [
      'a request that no endpoint serves',
      /^Error: No endpoint serves these requests .*\n {2}GET http:\/\/127\.0\.0\.1:\d+\/api\/configuration\/mock-servces: .* Did you mean GET/,
    ],
    [
      'requests to other base URLs',
      /^Error: The fake server of the test, at http\S+\/api, did not answer .*\n {2}GET http:\/\/127\.0\.0\.1:\d+\/v2\/configuration\/mock-services: sent to the network, .*\n {2}GET \S+\/api\/v2\/configuration\/workspaces: .*\n {2}GET http:\/\/127\.0\.0\.1:1\/configuration\/workspace\/one: /,
    ],
    ['a wrong option', /^FakeServerError: The option onUnhandled must be .*; got "warn"/],
    ['a path as base URL without baseURL', /^FakeServerError: The option baseUrl must be .*; got "\/api"/],
  ])('with one error: %s', (title, message) => {
    const { status, messages } = resultOf(title);
    expect(status).toMatch(/failed|timedOut/);
    const [error = '', ...others] = messages.map(stripVTControlCharacters);
    expect(error).toMatch(message);
    expect(others).toEqual([]);
  });

  test('a failure that is expected is not checked', () => {
    expect(resultOf('a failure that is expected')).toMatchObject({
      status: 'failed',
      expectedStatus: 'failed',
      attachments: {},
    });
  });

  test('the journal is attached as text and as HAR, without credentials', () => {
    const { attachments } = resultOf('an error of its own');
    expect(attachments['requests to the fake server']).toBe(
      '#1 GET /api/configuration/mock-services → 200 (listMockServices)',
    );
    const har = attachments['requests to the fake server.har'] ?? '';
    expect(JSON.parse(har)).toMatchObject({
      log: { version: '1.2', entries: [{ request: { method: 'GET' }, response: { status: 200 } }] },
    });
    expect(har).not.toContain('secret');
  });

  test('the attached text says that the fake server received no request', () => {
    const { attachments } = resultOf('no request at all');
    expect(attachments['requests to the fake server']).toMatch(
      /^The fake server at http\S+\/api received no request\.$/,
    );
    expect(Object.keys(attachments)).not.toContain('requests to the fake server.har');
  });

  test('the attached text lists the requests that reached the network', () => {
    const { attachments } = resultOf('a request that reached the network');
    expect(attachments['requests to the fake server']).toMatch(
      /received no request.*\n {2}GET http\S+\/api\/version\.txt: No endpoint has this path\./s,
    );
  });
});
