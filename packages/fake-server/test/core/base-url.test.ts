/** Tests the `baseUrl` option, and the hints in responses to requests outside the base URL. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityPath, workspacesPath } from '../support/paths.ts';
import { idOf } from '../support/samples.ts';
import { send } from '../support/wire.ts';

describe('the base URL', () => {
  test.each([
    [undefined, 'https://mock-services.test'],
    ['http://LOCALHOST:80/', 'http://localhost'],
    ['https://a.test/api//', 'https://a.test/api'],
    ['https://a.test/a b/ü', 'https://a.test/a%20b/%C3%BC'],
    ['http://[::1]:8080/api', 'http://[::1]:8080/api'],
  ])('the base URL `%s` is normalized to %s', async (baseUrl, href) => {
    const fake = createFakeServer({ baseUrl });
    expect(fake.baseUrl).toBe(href);
    expect((await fake.fetch(href + workspacesPath)).status).toBe(200);
  });

  test.each([
    ['', '""'],
    ['/api', '"/api"'],
    ['mock-services.test', '"mock-services.test"', ' Did you mean http://mock-services.test?'],
    ['ftp://a.test', '"ftp://a.test"'],
    ['xhttp://a.test', '"xhttp://a.test"'],
    ['httpx://a.test', '"httpx://a.test"'],
    ['https://user@a.test', ''],
    ['https://:secret@a.test', ''],
    ['https://a.test?a=1', ''],
    ['https://a.test#a', ''],
  ])('the base URL %j is rejected with an error that hides secrets', (baseUrl, shown, hint = '') => {
    const expected =
      'an absolute http or https URL without credentials, query and fragment, such as https://mocks.example.com/api';
    const { message } = failureOf(() => createFakeServer({ baseUrl }), 'invalid-option');
    expect(message).toBe(`The option baseUrl must be ${expected}${shown && `; got ${shown}`}.${hint}`);
  });

  test('the error about a relative base URL suggests a URL on the origin of the page', () => {
    vi.stubGlobal('location', { origin: 'http://localhost:5173' });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(() => createFakeServer({ baseUrl: '/api' })).toThrow(
      /such as http:\/\/localhost:5173\/api; got "\/api"/,
    );
  });

  test('`fake.fetch` ignores the origin of the request URL and uses only its path', async () => {
    const fake = createFakeServer({ baseUrl: 'https://a.test/api' });
    expect((await fake.fetch(`http://127.0.0.1:9/api${workspacesPath}`)).status).toBe(200);
  });
});

describe('a path outside the base URL', () => {
  const outsideHints = ['begins with /api/', 'Check the base URL of the client.'];
  const longerHint = "The path of the server's base URL is /. Check the base URL of the client.";
  const adminHint = 'The admin endpoints are off.';

  test.each<[string, string, readonly string[]]>([
    ...[
      '/',
      '/api',
      '/apiary/configuration/workspaces',
      workspacesPath,
      '/API/configuration/workspaces',
      '*',
      '',
    ].map((path): [string, string, string[]] => ['https://a.test/api', path, outsideHints]),
    ['https://a.test/api', '/api/__fake/data', [adminHint]],
    ['https://a.test/api', '/__fake/data', [adminHint]],
    ['https://a.test', '/__fake/data', [adminHint]],
    ['https://a.test', `/worlds/a${workspacesPath}`, [longerHint]],
    ['https://a.test', `/api${workspacesPath}`, [longerHint]],
    ['https://a.test', `/api${activityPath(idOf(1))}`, [longerHint]],
    ['https://a.test/api', `/api/v1${workspacesPath}`, [longerHint.replace('/.', '/api.')]],
  ])('with the base URL %s, a request to %j gets a 404 with a hint', (baseUrl, path, hints) => {
    const { status, body } = send(createFakeServer({ baseUrl }), 'GET', path);
    expect(status).toBe(404);
    for (const hint of hints) expect(body).toContain(hint);
  });

  test('a 404 mentions the base URL only if the path ends like an endpoint path', () => {
    expect(send(createFakeServer(), 'GET', '/api/nothing').body).not.toContain(
      "The path of the server's base URL",
    );
  });
});

test('a base URL may have the path of the admin endpoints', () => {
  const fake = createFakeServer({ baseUrl: 'https://a.test/__fake' });
  expect(send(fake, 'GET', `/__fake${workspacesPath}`).status).toBe(200);
  expect(send(fake, 'GET', '/__fake/__fake/data').body).toContain('The admin endpoints are off.');
});

test('a request to disabled admin endpoints is not recorded as a journal problem', () => {
  const fake = createFakeServer({ baseUrl: 'https://a.test/api' });
  for (const path of ['/__fake/', '/api/__fake/data']) expect(send(fake, 'GET', path).status).toBe(404);
  expect(fake.journal.problems()).toEqual([]);
});
