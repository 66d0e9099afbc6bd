import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/launch-chromium.ts';
import { aMockService } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import { answerWith, startWireServer, type WireServer } from '../support/wire-server.ts';
import type { PageReport } from './page.ts';

const policy = "default-src 'none'; script-src 'self'; connect-src *";

/** Bundles the page with the SDK, as an application would. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    alias: { '@mock-services/sdk': fileURLToPath(new URL('../../src/index.ts', import.meta.url)) },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Starts a site with the page, its script, and a service on the same origin that can fail in several ways. */
function startSite(script: string, elsewhere: string): Promise<WireServer> {
  const page = { 'content-type': 'text/html', 'content-security-policy': policy };
  return startWireServer((request, response, count) => {
    const [, area = '', ...rest] = request.target.split('/');
    const path = `/${rest.join('/')}`;
    const known = operationCases.find((one) => one.method === request.method && one.path === path);
    const answer = answerWith(known?.status ?? 404, known?.received);
    if (area === '')
      response.writeHead(200, page).end('<!doctype html><script type="module" src="/page.js"></script>');
    else if (area === 'page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (area === 'html') response.writeHead(200, page).end('<!doctype html><p>Sign in</p>');
    else if (area === 'wrong') answerWith(200, { data: { title: 7 } })(request, response, count);
    else if (area === 'cut')
      response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy());
    else if (area === 'away') response.writeHead(302, { location: `${elsewhere}${path}` }).end();
    else if (area === 'moved') response.writeHead(302, { location: `/api${path}` }).end();
    else if (area === 'api') answer(request, response, count);
    else response.writeHead(404).end();
  });
}

describe('a page whose Content-Security-Policy forbids unsafe-eval', () => {
  let seen: PageReport;
  let elsewhere: WireServer;

  beforeAll(async () => {
    elsewhere = await startWireServer(
      answerWith(
        200,
        { data: aMockService() },
        { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      ),
    );
    await using site = await startSite(await bundle(), elsewhere.url);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(site.url);
      await page.waitForFunction('globalThis.report !== undefined', undefined, { polling: 50 });
      seen = await page.evaluate<PageReport>('globalThis.report');
    } finally {
      await browser.close();
    }
  });

  afterAll(() => elsewhere[Symbol.asyncDispose]());

  test('every client operation works in a page whose policy forbids unsafe-eval', () => {
    const expected = operationCases.map(({ operation, result }) => [operation, result ?? 'nothing']);
    expect(seen.results).toEqual(Object.fromEntries(expected));
  });

  test('the SDK does not violate a Content-Security-Policy that forbids unsafe-eval', () => {
    expect(seen.violations).toEqual([]);
    expect(seen.control).toEqual(['script-src']);
  });

  test('failed calls reject with the matching error in a page that forbids unsafe-eval', () => {
    expect(seen.errors['html']).toMatch(/^ParseError: .*an HTML page/);
    expect(seen.errors['wrong']).toMatch(
      /^ValidationError: .*\n.*data\.title: expected string, received number/s,
    );
    expect(seen.errors['cut']).toMatch(/^NetworkError: /);
    expect(seen.errors['missing']).toMatch(/^ApiError: .*404/);
  });

  test('in a browser, the client follows redirects only within the same origin', () => {
    expect(seen.errors['moved']).toBe(`resolved to ${aMockService().title}`);
    expect(seen.errors['away']).toMatch(/^NetworkError: /);
    expect(elsewhere.requests).toEqual([]);
  });
});
