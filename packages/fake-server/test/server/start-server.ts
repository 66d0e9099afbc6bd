import {
  createFakeServer,
  createHandler,
  demoSeed,
  type FakeServer,
  type HandlerOptions,
  type Worlds,
} from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The function that serves the fake server. All tests run once with each function. */
    server: 'serve' | 'createHandler';
  }
}

/** A fake server or worlds that a server serves. */
export interface Started<Fake = FakeServer> {
  readonly fake: Fake;
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Serves a fake server until the current test ends. Vitest provides the function that serves. */
export function startServer(options?: HandlerOptions): Promise<Started>;
export function startServer<Fake extends FakeServer | Worlds>(
  options: HandlerOptions,
  fake: Fake,
): Promise<Started<Fake>>;
export async function startServer(
  options: HandlerOptions = {},
  fake: FakeServer | Worlds = createFakeServer({ seed: demoSeed() }),
): Promise<Started<FakeServer | Worlds>> {
  if (inject('server') === 'createHandler') {
    const handler = createHandler(fake, options);
    return { fake, url: fake.baseUrl, fetch: (url, init) => handler(new Request(url, init)) };
  }
  const { url, close } = await serve(fake, options);
  onTestFinished(() => close({ grace: 0 }));
  return { fake, url, fetch };
}
