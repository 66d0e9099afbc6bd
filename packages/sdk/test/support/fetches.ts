import type { Fetch, FetchInit, FetchResponse } from '@mock-services/sdk';

/** A request that a custom `fetch` received. */
export interface SentRequest extends FetchInit {
  readonly url: string;
}

/** What a custom `fetch` does: resolves to the response, throws the error, or calls the function. */
export type FetchAnswer =
  Response | Error | ((request: SentRequest) => FetchResponse | Promise<FetchResponse>);

/** Creates a custom `fetch` that gives the answers in order, and repeats the last one. It stores the requests. */
export function fetchOf(...answers: FetchAnswer[]): { fetch: Fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const request = { ...init, url };
    sent.push(request);
    const answer = answers[sent.length - 1] ?? answers.at(-1);
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('There is no answer.');
    return answer instanceof Response ? answer.clone() : answer(request);
  };
  return { fetch, sent };
}

/** Creates the `fetch` option of a client. See {@link fetchOf}. */
export function fetching(...answers: FetchAnswer[]): { fetch: Fetch } {
  return { fetch: fetchOf(...answers).fetch };
}

/** A response with an empty list. */
export const emptyList = Response.json({ data: [] });

/** Creates a response with a status, headers and a body. */
export function status(
  code: number,
  headers: Record<string, string> = {},
  body: string | null = null,
): Response {
  return new Response(body, { status: code, headers });
}

/** Creates a redirect with the status 302. */
export function redirect(location: string): Response {
  return status(302, { location });
}

/** Creates an answer that never arrives, and ignores its signal. */
export function hang(): Promise<Response> {
  return new Promise(() => undefined);
}

/** Creates the error that Node's `fetch` throws. By default, the request may have reached the service. */
export function networkFailure(code = 'ECONNRESET', syscall = 'read'): TypeError {
  const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  return new TypeError('fetch failed', { cause });
}

/** Creates a response whose body breaks off after its first bytes. */
export function brokenResponse(code = 200): Response {
  let isStarted = false;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (isStarted) controller.error(new TypeError('terminated'));
    else controller.enqueue(new TextEncoder().encode('{"data":'));
    isStarted = true;
  };
  return new Response(new ReadableStream({ pull }), { status: code });
}
