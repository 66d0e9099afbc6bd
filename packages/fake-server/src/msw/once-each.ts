/** A request as MSW passes it to a handler. */
interface Received {
  readonly request: Request;
  readonly requestId: string;
}

/** A response, or none where the request is left to other handlers. */
type Answer = Promise<Response | undefined>;

/** Where several servers listen, MSW passes each request twice to the last one: it is handled, and its body read, once. */
export function onceEach(respond: (request: Request) => Answer): (received: Received) => Answer {
  const handled = new WeakMap<Request, { readonly requestId: string; readonly response: Answer }>();
  return async ({ request, requestId }) => {
    const known = handled.get(request);
    // That has been sent by now, and MSW drops this.
    if (known?.requestId === requestId) return (await known.response) && new Response();
    const response = respond(request);
    handled.set(request, { requestId, response });
    return response;
  };
}
