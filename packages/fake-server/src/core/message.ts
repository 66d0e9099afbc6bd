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
}
