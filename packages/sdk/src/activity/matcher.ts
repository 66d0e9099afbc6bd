import type { ActivityEntry } from '../contract/resources.ts';

/**
 * Fields that an exchange must match. An omitted field matches any value, but `undefined` anywhere in a matcher is an
 * error. Except in `since`, `until` and `slowerThan`, a value can be an asymmetric matcher, and a string a RegExp.
 * Within a body, a RegExp matches only strings.
 */
export interface ActivityFields {
  /** HTTP method. A string is case-insensitive. */
  readonly method?: TextPattern;
  /**
   * In a string, `:name` matches one path segment, `*` matches any text within a segment, and `**` matches any text. If
   * the string has no query, the recorded query is ignored. Other patterns are tested against the path with its query.
   */
  readonly path?: TextPattern;
  /**
   * Case-insensitive host name, optionally with a port. In a string, `*` matches any text, as in `*.example.com:8443`.
   * An IPv6 address with a port must be in brackets. Other patterns are tested against the recorded host name.
   */
  readonly host?: TextPattern;
  /** HTTP status, or a status class such as `'5xx'`. A RegExp is tested against the digits. */
  readonly status?: number | StatusClass | RegExp | AsymmetricMatcher;
  /**
   * Request headers by case-insensitive name. `true` accepts any value, and `false` requires that the header is
   * missing. An asymmetric matcher in place of the object receives all headers with lower-case names.
   */
  readonly headers?: Readonly<Record<string, HeaderPattern>> | AsymmetricMatcher;
  /** Response headers, with the same rules as in `headers`. */
  readonly responseHeaders?: Readonly<Record<string, HeaderPattern>> | AsymmetricMatcher;
  /**
   * A string or RegExp is compared with the text of the request body, in which a JSON string has quotes. Any other
   * value is JSON that the body must contain: objects in the body may have additional fields at any depth, but arrays
   * must have the same length. The JSON may contain RegExps and asymmetric matchers. An asymmetric matcher in place of
   * the JSON receives the parsed body, or the text if the body is not JSON or the matcher is only for strings.
   */
  readonly body?: unknown;
  /** Response body, with the same rules as in `body`. */
  readonly responseBody?: unknown;
  /** Case-insensitive UUID. */
  readonly scenarioId?: TextPattern;
  /** Earliest recording time, as a Date or an ISO 8601 timestamp. The default time zone is UTC. */
  readonly since?: Date | string;
  /** Latest recording time, with the same rules as in `since`. */
  readonly until?: Date | string;
  /** Lower limit in milliseconds, which the response time must exceed. */
  readonly slowerThan?: number;
}

/** Fields that an exchange must match, or a function that returns whether an entry matches. */
export type ActivityMatcher<Entry extends ActivityEntry = ActivityEntry> =
  ActivityFields | ((entry: Entry) => boolean);

/**
 * An asymmetric matcher of Vitest, Jest or Playwright, such as `expect.any(String)` or `expect.objectContaining({})`.
 * `asymmetricMatch` is optional only because Playwright does not declare it.
 */
export interface AsymmetricMatcher {
  asymmetricMatch?(received: unknown): boolean;
}

/** A RegExp may match any part of the text. */
export type TextPattern = string | RegExp | AsymmetricMatcher;

export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

export type HeaderPattern = TextPattern | boolean;

export interface MatcherOptions {
  /**
   * Fields in addition to {@link ActivityFields}, such as the fields of a fake server's journal. A string in place of a
   * field is the error message for a matcher with this field.
   * @default {}
   */
  readonly fields?: Readonly<Record<string, MatcherField | string>> | undefined;
}

/** Reads the value of a field from an entry, and tests the value. */
export interface MatcherField {
  /**
   * Returns the value to test.
   * @param name - Name of the value if the field has `names`. `undefined` requests an object of all values.
   */
  read(entry: ActivityEntry, pattern: unknown, name?: string): unknown;
  /**
   * Compiles a pattern into a function that tests a value. A missing value is `undefined`.
   * @param argument - Name of the pattern in error messages, such as `matcher.method`.
   * @throws TypeError if the pattern is invalid.
   */
  readonly test: (pattern: unknown, argument: string) => (value: unknown) => boolean;
  /**
   * Distance from a match if an entry differs in this field. For example, the path has the weight 8, and a header 1.
   */
  readonly weight: number;
  /** Plural noun for the keys, such as `'header names'`, if the pattern is an object of patterns. */
  readonly names?: string;
}

/** Returns whether a string matches. */
export type TextTest = (text: string) => boolean;
