/**
 * Runs the support file of the Cypress recipe without Cypress. The test calls the hooks of the support file, and
 * sends its requests with `fetch`.
 */
import { fileURLToPath } from 'node:url';
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { mockServicesPath } from '../support/paths.ts';

interface CypressRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: object;
  readonly failOnStatusCode?: boolean;
}

/** The hooks and commands that the support file registers. */
interface Registered {
  beforeEach: () => void;
  afterEach: () => void;
  /** Changes the headers of a request that the page sends. */
  intercept: (request: { headers: Record<string, string> }) => void;
  fake: (method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>;
  /** The requests that the support file has sent. */
  readonly requests: Promise<unknown>[];
}

async function request({ method, url, body, failOnStatusCode = true }: CypressRequest) {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (failOnStatusCode && !response.ok) throw new Error(`${response.status} ${text}`);
  return { status: response.status, body: text === '' ? text : (JSON.parse(text) as unknown) };
}

async function loadSupport(service: string): Promise<Registered> {
  const registered = { requests: [] as Promise<unknown>[] } as Registered;
  vi.stubGlobal('beforeEach', (act: () => void) => void (registered.beforeEach = act));
  vi.stubGlobal('afterEach', (act: () => void) => void (registered.afterEach = act));
  vi.stubGlobal('Cypress', {
    env: (name: string) => ({ service })[name],
    Commands: { add: (name: 'fake', command: Registered['fake']) => void (registered[name] = command) },
  });
  vi.stubGlobal('cy', {
    intercept: (_: string, change: Registered['intercept']) => void (registered.intercept = change),
    request: (options: CypressRequest) => {
      const sent = request(options);
      registered.requests.push(sent);
      return sent;
    },
  });
  await import(fileURLToPath(new URL('../../../../examples/recipes/cypress/support.ts', import.meta.url)));
  return registered;
}

afterEach(() => void vi.unstubAllGlobals());

test('the Cypress recipe gives each test its own world and deletes it afterwards', async () => {
  const worlds = createWorlds({ create: () => createFakeServer() });
  const { url, close } = await serve(worlds, { admin: true });
  onTestFinished(() => close());
  const support = await loadSupport(url);
  const names = new Set<string>();
  for (let run = 1; run <= 2; run += 1) {
    support.beforeEach();
    await support.fake('POST', '/faults', { operation: 'listMockServices', status: 503, times: 1 });
    const page = { headers: { accept: '*/*' } };
    support.intercept(page);
    const statuses = [
      await fetch(url + mockServicesPath, page),
      await fetch(url + mockServicesPath, page),
      await fetch(url + mockServicesPath),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([503, 200, 200]);
    const journal = await support.fake('GET', '/journal');
    expect(journal.body).toMatchObject({
      clean: true,
      entries: [{ response: { statusCode: 503 } }, { response: { statusCode: 200 } }],
    });
    worlds.names().forEach((name) => names.add(name));
    support.afterEach();
    await Promise.all(support.requests);
    expect(worlds.names()).toEqual(['default']);
  }
  expect(names.size).toBe(3);
  // Simulate a test that does not use the world of the test.
  support.beforeEach();
  support.afterEach();
  await expect(Promise.all(support.requests)).resolves.toBeDefined();
});
