import { openDoor, type DoorRules } from './door.ts';
import { connectionReset, fetchEndings } from './endings.ts';
import { checkWebGlobals } from './web-globals.ts';
import { arrivalOf, responseOf } from './web-message.ts';

export type FetchFunction = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

export function createFetch(rules: DoorRules): FetchFunction {
  const door = openDoor(rules);
  return async (input, init) => {
    checkWebGlobals();
    // Pass no signal, because Node's `Request` rejects the signals of jsdom and similar test environments.
    const given = init?.signal && Object.hasOwn(init, 'signal') ? init.signal : undefined;
    const request = new Request(input, given ? { ...init, signal: null } : init);
    const signal = given ?? request.signal;
    const outcome = await abortable(signal, () => door(arrivalOf(request, signal)));
    // Like Node's `fetch`, throw a `TypeError` if the connection or the request body fails.
    if (outcome.ending === 'reset')
      throw new TypeError('fetch failed', { cause: outcome.cause ?? connectionReset() });
    return withUrl(responseOf(outcome, fetchEndings), request.url.replace(/#.*$/s, ''));
  };
}

/** Rejects with the signal's reason as soon as the signal is aborted, even while the body is still being read. */
async function abortable<Value>(signal: AbortSignal, start: () => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  let abort = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    abort = resolve;
  });
  signal.addEventListener('abort', abort);
  const result = start();
  try {
    await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
  signal.throwIfAborted();
  return result;
}

/** The constructor of `Response` cannot set the URL. */
function withUrl(response: Response, url: string): Response {
  const clone = (): Response => withUrl(Response.prototype.clone.call(response), url);
  return Object.defineProperties(response, { url: { value: url }, clone: { value: clone } });
}
