/** Options of a client with a `fetch` of its own. */
export interface FetchOption {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Options of a client whose `fetch` resolves to a new response with this body. */
export function responding(body: string | null = '', init: ResponseInit = {}): FetchOption {
  return { fetch: () => Promise.resolve(new Response(body, init)) };
}

/** Options of a client whose `fetch` rejects with anything. */
export function rejecting(thrown: unknown): FetchOption {
  const reason = thrown as Error;
  return { fetch: () => Promise.reject(reason) };
}

/** Options of a client whose `fetch` never settles and ignores its signal. */
export const silent: FetchOption = { fetch: () => new Promise(() => undefined) };

/** A response whose body breaks off with an error at once. */
export function brokenResponse(status = 200, message = 'gone'): Response {
  const pull = (controller: ReadableStreamDefaultController) => controller.error(new Error(message));
  return new Response(new ReadableStream({ pull }), { status });
}
