/** Which entries to find. All given fields must match; an omitted field matches everything. */
export interface ActivityMatcher {
  /** HTTP method, in any letter case. */
  readonly method?: string | undefined;
  /**
   * Path of the request. A string is compared without the query, unless it has one itself. In a string, `:name`
   * matches one segment, `*` anything within a segment, and `**` anything. A RegExp is tested against the path
   * with its query.
   */
  readonly path?: string | RegExp | undefined;
  /**
   * Host name in any letter case, optionally with a port; `*` matches anything: `*.example.com:8443`. An IPv6 address may
   * be without brackets where no port follows. A RegExp is tested against the host name as it was recorded.
   */
  readonly host?: string | RegExp | undefined;
  /** HTTP status, or a class of statuses: `404`, `'5xx'`. */
  readonly status?: number | StatusClass | undefined;
  /**
   * Headers of the request, by name in any letter case: the exact value, a RegExp, `true` for any value, or
   * `false` for an absent header.
   */
  readonly header?: Readonly<Record<string, HeaderPattern>> | undefined;
  /** Headers of the response, in the same way. */
  readonly responseHeader?: Readonly<Record<string, HeaderPattern>> | undefined;
  /**
   * JSON that the body of the request must contain. Objects may have more fields, at any depth; arrays must have
   * the same length. Instances of classes, such as a RegExp or a Map, are invalid.
   */
  readonly body?: unknown;
  /** JSON that the body of the response must contain, in the same way. */
  readonly responseBody?: unknown;
  /** UUID of the scenario, in any letter case. */
  readonly scenarioId?: string | undefined;
  /** Recorded at this time or later: a Date, or an ISO 8601 timestamp. */
  readonly since?: Date | string | undefined;
  /** Recorded at this time or earlier: a Date, or an ISO 8601 timestamp. */
  readonly until?: Date | string | undefined;
  /** The response took more than this, in milliseconds. */
  readonly slowerThan?: number | undefined;
}

/** All statuses with one first digit. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

/** What a header must match. */
export type HeaderPattern = string | RegExp | boolean;
