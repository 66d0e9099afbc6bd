/** Tests the `baseUrl` option, and the hints in responses to requests outside the base URL. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { workspacesPath } from '../support/paths.ts';
import { send } from '../support/wire.ts';

describe('the base URL', () => {
  test.each([
    ['http://LOCALHOST:80/', 'http://localhost'],
    ['https://a.test/a b/ü//', 'https://a.test/a%20b/%C3%BC'],
    ['http://[::1]:8080/api', 'http://[::1]:8080/api'],
  ])('`%s` is normalized to %s', async (baseUrl, href) => {
    const fake = createFakeServer({ baseUrl });
    expect(fake.baseUrl).toBe(href);
    expect((await fake.fetch(href + workspacesPath)).status).toBe(200);
  });

  test.each([
    ['mock-services.test', '"mock-services.test"', ' Did you mean http://mock-services.test?'],
    ['ftp://a.test', '"ftp://a.test"'],
    ['https://:secret@a.test', ''],
    ['https://a.test?a=1', ''],
    ['https://a.test#a', ''],
  ])('%j is rejected with an error that hides secrets', (baseUrl, shown, hint = '') => {
    const expected =
      'an absolute http or https URL without credentials, query and fragment, such as https://mocks.example.com/api';
    const { message } = failureOf(() => createFakeServer({ baseUrl }), 'invalid-option');
    expect(message).toBe(`The option baseUrl must be ${expected}${shown && `; got ${shown}`}.${hint}`);
  });

  test('must be absolute, and the error suggests a URL on the origin of the page', () => {
    vi.stubGlobal('location', { origin: 'http://localhost:5173' });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(() => createFakeServer({ baseUrl: '/api' })).toThrow(
      /such as http:\/\/localhost:5173\/api; got "\/api"/,
    );
  });
});

describe('a path outside the base URL', () => {
  const outsideHints = ['begins with /api/', 'Check the base URL of the client.'];
  const longerHint = "The path of the server's base URL is /. Check the base URL of the client.";

  test.each<[string, string, readonly string[]]>([
    ...['/', '/apiary/configuration/workspaces', workspacesPath].map((path): [string, string, string[]] => [
      'https://a.test/api',
      path,
      outsideHints,
    ]),
    ['https://a.test', `/worlds/a${workspacesPath}`, [longerHint]],
    ['https://a.test/api', `/api/v1${workspacesPath}`, [longerHint.replace('/.', '/api.')]],
  ])('gets a 404 with a hint: base URL %s, path %j', (baseUrl, path, hints) => {
    const { status, body } = send(createFakeServer({ baseUrl }), 'GET', path);
    expect(status).toBe(404);
    for (const hint of hints) expect(body).toContain(hint);
  });

  test('gets a 404 that says that the admin endpoints are off, and is not a journal problem', () => {
    const fake = createFakeServer({ baseUrl: 'https://a.test/api' });
    for (const path of ['/__fake/data', '/api/__fake/data']) {
      const { status, body } = send(fake, 'GET', path);
      expect([status, body]).toEqual([404, expect.stringContaining('The admin endpoints are off.')]);
    }
    expect(fake.journal.problems()).toEqual([]);
  });
});
