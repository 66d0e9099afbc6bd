/** A result together with what the response said besides its body. */
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
  /** Where the response came from, without the query. */
  readonly url: string;
}

/** What any promise types the reason of a rejection as. */
type Reason = Parameters<NonNullable<Parameters<PromiseLike<unknown>['then']>[1]>>[0];

/**
 * The promise that every method returns. It resolves to the resource itself; `withResponse()` resolves to
 * the resource with its response.
 */
export class ApiPromise<Data> extends Promise<Data> {
  readonly #outcome: Promise<WithResponse<Data>>;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** @internal */
  constructor(outcome: Promise<WithResponse<Data>>) {
    // The promise underneath is never used: were it to follow the outcome, a caller of `withResponse()`
    // would see the failure a second time, as an unhandled rejection. `then` below is all there is to it.
    super(() => undefined);
    this.#outcome = outcome;
  }

  /** The resource together with status, headers, URL and the number of attempts. */
  withResponse(): Promise<WithResponse<Data>> {
    return this.#outcome;
  }

  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((value: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: Reason) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    // Without a function a promise passes its value on, which then has the type that it defaults to.
    const pass = typeof onFulfilled === 'function' ? onFulfilled : (value: Data) => value as Data & Fulfilled;
    return this.#outcome.then(({ data }) => pass(data), onRejected);
  }
}
