import type { Fetch, FetchInit, FetchResponse } from '@mock-services/sdk';

export interface SentRequest extends FetchInit {
  readonly url: string;
}

/** A response is returned, an error is thrown, and a function is called. */
export type FetchAnswer =
  Response | Error | ((request: SentRequest) => FetchResponse | Promise<FetchResponse>);

/** Gives the answers in order, and repeats the last one. */
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

export function fetching(...answers: FetchAnswer[]): { fetch: Fetch } {
  return { fetch: fetchOf(...answers).fetch };
}

export const emptyList = Response.json({ data: [] });

export function status(
  code: number,
  headers: Record<string, string> = {},
  body: string | null = null,
): Response {
  return new Response(body, { status: code, headers });
}

export function redirect(location: string): Response {
  return status(302, { location });
}

/** Ignores its signal. */
export function hang(): Promise<Response> {
  return new Promise(() => undefined);
}

/** An error as Node throws it. By default, the request may have reached the service. */
export function networkFailure(code = 'ECONNRESET', syscall = 'read'): TypeError {
  const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  return new TypeError('fetch failed', { cause });
}

/** An error as Deno throws it, which has no code. */
export function denoFailure(message: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(message) });
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

/**
 * Behaves like a response in a universal `load` of SvelteKit: the getter of `body` tees the stream and reads a branch, so
 * `bodyUsed` becomes true, and `headers.get` throws for most headers.
 */
export function kitResponse(response: Response, readable: readonly string[] = []): Response {
  const { headers } = response;
  const get = headers.get.bind(headers);
  headers.get = (name) => {
    const value = get(name);
    if (value !== null && !readable.includes(name))
      throw new Error(`Failed to get response header "${name}"`);
    return value;
  };
  let body: Response['body'] | undefined;
  const tee = (stream: NonNullable<Response['body']>) => {
    const [own, other] = stream.tee();
    new Response(own).arrayBuffer().catch(() => undefined);
    return other;
  };
  return new Proxy(response, {
    get: (target, key) => {
      if (key === 'body') return (body ??= target.body && tee(target.body));
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
