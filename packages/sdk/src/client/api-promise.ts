/** A result together with its response. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseFacts;
  /** How many requests were sent, retries and followed redirects included. */
  readonly attempts: number;
}

/** The response of a call, without its body. */
export interface ResponseFacts {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** URL of the response, without the query. */
  readonly url: string;
}

/** The promise that every method returns. It resolves to the resource. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** Resolves to the resource together with status, headers, URL and the number of attempts. */
  withResponse(): Promise<WithResponse<Data>>;
}

/**
 * Makes the promise of a method. V8 follows a promise to the line that awaits it only as long as each is native and has a
 * single reaction: so `withResponse()` awaits the same promise as a caller would, and the rest of its result comes beside.
 *
 * @param start - Starts the call, which reports its response before it resolves.
 */
export function createApiPromise<Data>(
  start: (report: (received: Omit<WithResponse<Data>, 'data'>) => void) => Promise<Data>,
): ApiPromise<Data> {
  // Reported before `data` resolves.
  let received!: Omit<WithResponse<Data>, 'data'>;
  const data = start((reported) => {
    received = reported;
  });
  let whole: Promise<WithResponse<Data>> | undefined;
  const withResponse = () => (whole ??= (async () => ({ data: await data, ...received }))());
  return Object.assign(data, { withResponse });
}
