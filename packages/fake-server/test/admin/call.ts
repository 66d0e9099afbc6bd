import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { serve, type ServeOptions } from '@mock-services/fake-server/node';
import { onTestFinished } from 'vitest';

/** A response of an admin endpoint. */
interface AdminResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, parsed. */
  json(): unknown;
}

/** A fake server with its admin endpoints on a port. */
interface Admin {
  readonly fake: FakeServer;
  readonly url: string;
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<AdminResponse>;
}

/** Serves a fake server with its admin endpoints until the end of the running test. */
export async function startAdmin(options: ServeOptions = {}, fake = createFakeServer()): Promise<Admin> {
  const running = await serve(fake, { admin: true, ...options });
  onTestFinished(() => running.close({ grace: 0 }));
  return {
    fake,
    url: running.url,
    call: async (method, path, body, headers = {}) => {
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      const init = { method, headers, ...(body !== undefined && { body: content }) };
      const response = await fetch(new URL(`/__fake${path}`, running.url), init);
      const text = await response.text();
      const { status, headers: received } = response;
      return { status, headers: received, text, json: (): unknown => JSON.parse(text) };
    },
  };
}
