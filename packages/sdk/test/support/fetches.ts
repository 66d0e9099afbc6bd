/** A client option with a custom `fetch`. */
export interface FetchOption {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Creates a `fetch` option that resolves to a new response with the given body. */
export function responding(body: string | null = '', init: ResponseInit = {}): FetchOption {
  return { fetch: () => Promise.resolve(new Response(body, init)) };
}

/** Creates a `fetch` option that rejects with the given value. */
export function rejecting(thrown: unknown): FetchOption {
  const reason = thrown as Error;
  return { fetch: () => Promise.reject(reason) };
}

/** A `fetch` option that never settles and ignores its signal. */
export const silent: FetchOption = { fetch: () => new Promise(() => undefined) };

/** Creates a response whose body fails immediately. */
export function brokenResponse(status = 200, message = 'gone'): Response {
  const pull = (controller: ReadableStreamDefaultController) => controller.error(new Error(message));
  return new Response(new ReadableStream({ pull }), { status });
}
