import type { ActivityEntry } from '../contract/resources.ts';

/**
 * Fields that an exchange must match. An omitted field matches any value, but `undefined` anywhere in a matcher is an
 * error. A value can be replaced with an asymmetric matcher, and text with a RegExp, which matches no number, boolean or
 * null within a body.
 */
export interface ActivityFields {
  /** HTTP method. A string is case-insensitive. */
  readonly method?: TextPattern;
  /**
   * In a string, `:name` matches one path segment, `*` matches any text within a segment, and `**` matches any text.
   * If the string has no query, the recorded query is ignored. Other patterns are tested against the recorded path,
   * including the query.
   */
  readonly path?: TextPattern;
  /**
   * Case-insensitive host name, which may be followed by a port. In a string, `*` matches any text, as in
   * `*.example.com:8443`. An IPv6 address must be in brackets if a port follows. Other patterns are tested against the
   * recorded host name.
   */
  readonly host?: TextPattern;
  /** HTTP status, or a status class such as `'5xx'`. A RegExp is tested against the digits. */
  readonly status?: number | StatusClass | RegExp | AsymmetricMatcher;
  /**
   * Request headers by case-insensitive name. `true` accepts any value, and `false` requires the header to be missing.
   * An asymmetric matcher in place of the object receives all headers, with their names in lower case.
   */
  readonly headers?: Readonly<Record<string, HeaderPattern>> | AsymmetricMatcher;
  /** Response headers, with the same rules as in `headers`. */
  readonly responseHeaders?: Readonly<Record<string, HeaderPattern>> | AsymmetricMatcher;
  /**
   * A string or RegExp is compared with the text of the request body, so a JSON string is written with its quotes. Any
   * other value is JSON that the body must contain: objects in the body may have additional fields at any depth, but
   * arrays must have the same length. RegExps and asymmetric matchers may be nested in that JSON. An asymmetric matcher
   * for the whole body receives the parsed JSON, or the text if the body is not JSON or if it matches only strings.
   */
  readonly body?: unknown;
  /** Response body, with the same rules as in `body`. */
  readonly responseBody?: unknown;
  /** Case-insensitive UUID. */
  readonly scenarioId?: TextPattern;
  /** Earliest recording time, as a Date or an ISO 8601 timestamp, which is in UTC unless it names another time zone. */
  readonly since?: Date | string;
  /** Latest recording time, with the same rules as in `since`. */
  readonly until?: Date | string;
  /** Milliseconds that the response time must exceed. */
  readonly slowerThan?: number;
}

/** Fields that an exchange must match, or a function that returns whether an exchange matches. */
export type ActivityMatcher<Entry extends ActivityEntry = ActivityEntry> =
  ActivityFields | ((entry: Entry) => boolean);

/**
 * An asymmetric matcher of Vitest, Jest or Playwright, such as `expect.any(String)` or `expect.objectContaining({})`.
 * The method must exist, but Playwright does not declare it.
 */
export interface AsymmetricMatcher {
  asymmetricMatch?(received: unknown): boolean;
}

/** A RegExp matches if it finds a match within the text. */
export type TextPattern = string | RegExp | AsymmetricMatcher;

export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

export type HeaderPattern = TextPattern | boolean;

export interface MatcherOptions {
  /**
   * Fields in addition to those of {@link ActivityFields}, such as those of a fake server's journal. In place of a field
   * that the entries do not have, pass the sentence that the error says about a matcher with this field.
   * @default {}
   */
  readonly fields?: Readonly<Record<string, MatcherField | string>> | undefined;
}

/** Describes how to read a matcher's field from an entry, and how to test the value. */
export interface MatcherField {
  /**
   * Returns the value that is tested.
   * @param name - If the field has `names`, the name of the value, or `undefined` for an object of all values.
   */
  read(entry: ActivityEntry, pattern: unknown, name?: string): unknown;
  /**
   * Checks a pattern once, and returns the test of a value, which is `undefined` if there is none.
   * @param argument - What error messages call the pattern, such as `matcher.method`.
   * @throws TypeError if the pattern is invalid.
   */
  readonly test: (pattern: unknown, argument: string) => (value: unknown) => boolean;
  /**
   * How far an entry is from a match if it differs in this field. The weight of the path is 8, and of a header 1.
   */
  readonly weight: number;
  /** Plural name of the pattern's keys, such as `'header names'`, if the pattern is an object of patterns. */
  readonly names?: string;
}

/** Whether a string matches. */
export type TextTest = (text: string) => boolean;
