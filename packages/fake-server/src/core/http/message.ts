/**
 * The plain messages that the core speaks. Each face (fetch, MSW, a port) converts to and from them once, at
 * its edge.
 */

/** A request as it came over the wire. */
export interface WireRequest {
  /** HTTP method in upper case; methods are case-sensitive. */
  readonly method: string;
  /** Path as sent, percent-encoded, with the path prefix of the base URL and the query string if there is one. */
  readonly path: string;
  /** Header name, in any letter case, to value. None by default. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Body as text; empty by default. */
  readonly body?: string | undefined;
}

/** The answer to a request. */
export interface WireResponse {
  readonly status: number;
  /** Header name, in lower case, to value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; empty when there is none. */
  readonly body: string;
  /** What goes wrong on the way to the client, for each face to act out; `undefined` when nothing does. */
  readonly fault?: WireFault | undefined;
}

/** What goes wrong with an answer on its way. */
export interface WireFault {
  /** Milliseconds to wait before anything else happens. */
  readonly delayMs: number;
  /**
   * What happens then in place of a whole answer: `hang`, nothing ever; `reset`, the connection is reset; a number,
   * it breaks after so many bytes of the body, which was announced to be longer. `undefined` for a whole answer.
   */
  readonly ending: 'hang' | 'reset' | number | undefined;
  /** Aborted when the faults are removed: who waits for this answer need wait no longer, and gets none. */
  readonly released: AbortSignal;
}
