/** Values for the option `fetch` of a client. */
import type { ClientOptions } from '@mock-services/sdk';

type Fetch = Required<Pick<ClientOptions, 'fetch'>>;

/** Options of a client whose `fetch` resolves to a new response with this body. */
export function responding(body: string | null = '', init: ResponseInit = {}): Fetch {
  return { fetch: () => Promise.resolve(new Response(body, init)) };
}

/** Options of a client whose `fetch` rejects with anything. */
export function rejecting(thrown: unknown): Fetch {
  const reason = thrown as Error;
  return { fetch: () => Promise.reject(reason) };
}

/** Options of a client whose `fetch` never settles and ignores its signal. */
export const silent: Fetch = { fetch: () => new Promise(() => undefined) };

/** A response whose body breaks off with an error at once. */
export function brokenResponse(status = 200, message = 'gone'): Response {
  const pull = (controller: ReadableStreamDefaultController) => controller.error(new Error(message));
  return new Response(new ReadableStream({ pull }), { status });
}
