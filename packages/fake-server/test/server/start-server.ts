import {
  createFakeServer,
  createHandler,
  type FakeServer,
  type HandlerOptions,
} from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What serves the fake: the tests run with each of them. */
    server: 'serve' | 'createHandler';
  }
}

/** A fake server as callers on a network reach it. */
export interface Started {
  readonly fake: FakeServer;
  /** Base URL, without a slash at the end. */
  readonly url: string;
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Serves a fake server until the end of the running test, as the project says. */
export async function startServer(options: HandlerOptions = {}, fake = createFakeServer()): Promise<Started> {
  if (inject('server') === 'createHandler') {
    const handler = createHandler(fake, options);
    return { fake, url: fake.baseUrl, fetch: (url, init) => handler(new Request(url, init)) };
  }
  const { url, close } = await serve(fake, options);
  onTestFinished(() => close({ grace: 0 }));
  return { fake, url, fetch };
}
