import {
  createFakeServer,
  demoSeed,
  type FakeServer,
  type HandlerOptions,
} from '@mock-services/fake-server/core';
import { startServer, type Started } from '../server/start-server.ts';

/** A response of an admin endpoint. */
interface AdminResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Returns the parsed JSON of the response body. */
  json(): unknown;
}

/** A fake server with admin endpoints. */
interface Admin extends Started {
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<AdminResponse>;
}

/** Serves a fake server with admin endpoints until the end of the current test. */
export async function startAdmin(
  options: HandlerOptions = {},
  fake: FakeServer = createFakeServer({ seed: demoSeed() }),
): Promise<Admin> {
  const started = await startServer({ admin: true, ...options }, fake);
  return {
    ...started,
    call: async (method, path, body, headers = {}) => {
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      const init = { method, headers, ...(body !== undefined && { body: content }) };
      const response = await started.fetch(new URL(`/__fake${path}`, started.url), init);
      const text = await response.text();
      const { status, headers: received } = response;
      return { status, headers: received, text, json: (): unknown => JSON.parse(text) };
    },
  };
}
