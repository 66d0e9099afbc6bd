import {
  createFakeServer,
  demoSeed,
  type FakeServer,
  type HandlerOptions,
} from '@mock-services/fake-server/core';
import { startServer, type Started } from '../server/start-server.ts';

/** A response of the admin interface. */
interface AdminResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Returns the parsed JSON of the response body. */
  readonly json: () => unknown;
}

/** A fake server with admin endpoints. */
interface Admin extends Started {
  readonly send: (
    method: string,
    name: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<AdminResponse>;
  /** Sends a POST. A string is sent as it is, and any other value as JSON. */
  readonly call: (name: string, body?: unknown, headers?: Record<string, string>) => Promise<AdminResponse>;
}

/** Serves a fake server with admin endpoints until the end of the current test. */
export async function startAdmin(
  options: HandlerOptions = {},
  fake: FakeServer = createFakeServer({ seed: demoSeed() }),
): Promise<Admin> {
  const started = await startServer({ admin: true, ...options }, fake);
  const send: Admin['send'] = async (method, name, body, headers = {}) => {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, headers, ...(body !== undefined && { body: content }) };
    const response = await started.fetch(new URL(`/__fake/${name}`, started.url), init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (): unknown => JSON.parse(text),
    };
  };
  return { ...started, send, call: (name, body, headers) => send('POST', name, body, headers) };
}
