/** Gives each test its own world. Start the server first: npx @mock-services/fake-server --worlds --admin */
import { randomUUID } from 'node:crypto';
import { test as base } from 'playwright/test';

const server = process.env['MOCK_SERVICES_URL'] ?? 'http://127.0.0.1:4600';

/** The world of a test. */
export interface World {
  /** Base URL of the world, for clients in the test. */
  readonly baseUrl: string;
  /** Headers that name the world in the requests of the page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls an admin endpoint of the world, and resolves to the result. */
  readonly admin: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

export const test = base.extend<{ world: World }>({
  world: async ({}, use) => {
    const name = randomUUID();
    const baseUrl = `${server}/worlds/${name}`;
    await use({
      baseUrl,
      headers: { 'x-mock-services-world': name },
      admin: (method, path, body) => call(method, `${baseUrl}/__fake${path}`, body),
    });
    // The world exists only if the test has used it.
    await fetch(`${server}/__fake/worlds/${name}`, { method: 'DELETE' });
  },
  // Playwright sends these headers with every request of the page.
  extraHTTPHeaders: ({ world }, use) => use(world.headers),
});

async function call(method: string, url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
