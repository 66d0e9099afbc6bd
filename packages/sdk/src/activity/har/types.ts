/**
 * HTTP Archive 1.2, as far as `toHar` writes it: http://www.softwareishard.com/blog/har-12-spec/. A type test proves it
 * assignable to the types of `har-format`, which would otherwise be a dependency of every consumer.
 */

/** A HAR file. */
export interface Har {
  log: HarLog;
}

export interface HarLog {
  version: '1.2';
  /** The program that wrote the log. */
  creator: { name: string; version: string };
  entries: HarEntry[];
}

/** One exchange. */
export interface HarEntry {
  /** ISO 8601 timestamp. */
  startedDateTime: string;
  /** Milliseconds. */
  time: number;
  request: HarRequest;
  response: HarResponse;
  cache: Record<string, never>;
  /** Milliseconds. All of the time is in `wait`, because an entry does not divide it. */
  timings: { send: number; wait: number; receive: number };
  /** Facts without a HAR field, from which `fromHar` restores the same entry. */
  _mockServices: { id: string; metadata: Record<string, unknown> };
  /** HAR reserves other fields with an underscore for tools. */
  [field: `_${string}`]: unknown;
}

export interface HarRequest {
  method: string;
  /** Absolute URL. Its host is `no-host.invalid` if none was recorded. */
  url: string;
  httpVersion: string;
  /** Always empty; cookies are among the headers. */
  cookies: HarPair[];
  headers: HarPair[];
  queryString: HarPair[];
  /** Omitted if there was no body. */
  postData?: HarPostData;
  /** -1: unknown. */
  headersSize: number;
  /** Bytes. */
  bodySize: number;
}

export interface HarResponse {
  /** HTTP status. */
  status: number;
  statusText: string;
  httpVersion: string;
  /** Always empty; cookies are among the headers. */
  cookies: HarPair[];
  headers: HarPair[];
  content: HarContent;
  /** The `location` header, else empty. */
  redirectURL: string;
  /** -1: unknown. */
  headersSize: number;
  /** Bytes. */
  bodySize: number;
}

export interface HarPair {
  name: string;
  value: string;
}

export interface HarPostData {
  mimeType: string;
  /** The body as text, or as Base64 if `encoding` says so. */
  text: string;
  /** HAR defines this field only for responses, but Playwright reads it here too. */
  encoding?: 'base64';
}

export interface HarContent {
  /** Bytes. */
  size: number;
  mimeType: string;
  /** The body as text, or as Base64 if `encoding` says so. */
  text: string;
  encoding?: 'base64';
}
