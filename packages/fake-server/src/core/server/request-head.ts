/** A request without its body. */
export interface RequestHead {
  readonly method: string;
  /** Path as sent, with the query string if there is one. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The origin of this server as the request names it, such as `http://127.0.0.1:4600`. */
  readonly ownOrigin: string;
}
