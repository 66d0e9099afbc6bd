/**
 * `test/types.test-d.ts` checks that each interface matches its schema in `schemas.ts`. The doc comment of an interface is
 * also the description of its schema in the OpenAPI document and in the JSON Schema of seeds.
 */

/** The interface specifies only the type `REST` (§2.1). Other strings are accepted and stay unchanged. */
export type MockServiceType = 'REST' | (string & {});

/** The interface specifies four methods (§2.3). Other strings are accepted and stay unchanged. */
export type CorsMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | (string & {});

/**
 * Value of a default response header. The interface shows only booleans (§2.3). Any other JSON value is accepted and stays
 * unchanged.
 */
export type HeaderValue = boolean | string | number | null | unknown[] | Record<string, unknown>;

/** CORS settings of a mock service. The origins are host names (§2.3). */
export interface Cors {
  /** Host names such as `shop.example.com`, not complete origins. */
  allowedOrigins: string[];
  allowedMethods: CorsMethod[];
  /** May be empty. */
  allowedHeaders: string[];
}

/** A target to which a mock service can forward requests (§2.3). */
export interface Upstream {
  name: string;
  /** Absolute URL. */
  url: string;
}

/** Configuration of a mock service (§2.3). */
export interface MockServiceConfig {
  cors: Cors;
  defaultResponseHeaders: Record<string, HeaderValue>;
  upstreams: Upstream[];
}

/** An item of the mock service list (§2.1). */
export interface MockServiceSummary {
  /** UUID. */
  id: string;
  type: MockServiceType;
  title: string;
  /** ISO 8601 UTC timestamp. */
  createdAt: string;
  /** ISO 8601 UTC timestamp. */
  updatedAt: string;
}

/** A mock service with its configuration (§2.2). */
export interface MockService extends MockServiceSummary {
  config: MockServiceConfig;
}

/** Input for creating or replacing a mock service (§4, rules 1 and 2). The service sets the id and the timestamps. */
export interface MockServiceInput {
  type: MockServiceType;
  title: string;
  config: MockServiceConfig;
}

/** Response to creating a mock service (§4, rule 1). */
export interface CreatedMockService {
  /** UUID. */
  id: string;
}

/** A workspace in the list (§2.4). A workspace expires later than it was created. */
export interface Workspace {
  /** UUID. */
  id: string;
  name: string;
  /** ISO 8601 UTC timestamp. */
  createdAt: string;
  /** ISO 8601 UTC timestamp, later than `createdAt`. The interface does not specify what happens at that time. */
  expiresAt: string;
}

/** The request of a recorded exchange (§2.5). */
export interface RecordedRequest {
  hostname: string;
  port: number;
  /** The interface does not specify whether the path includes the query string. */
  path: string;
  method: string;
  headers: Record<string, string>;
  /** Body as Base64, empty if there was none. */
  bodyBase64Encoded: string;
}

/** The response of a recorded exchange (§2.5). */
export interface RecordedResponse {
  statusCode: number;
  headers: Record<string, string>;
  /** Body as Base64, empty if there was none. */
  bodyBase64Encoded: string;
  responseTimeMs: number;
}

/** Facts about a recorded exchange (§2.5). Unknown fields stay unchanged. */
export interface ActivityMetadata {
  /** UUID. */
  scenarioId: string;
  [field: string]: unknown;
}

/** A recorded exchange in a workspace's activity log (§2.5). */
export interface ActivityEntry {
  /** UUID. */
  id: string;
  request: RecordedRequest;
  response: RecordedResponse;
  metadata: ActivityMetadata;
  /** ISO 8601 UTC timestamp. */
  timestamp: string;
}

/** A type whose fields and arrays are read-only at every depth, so that values declared `as const` are accepted. */
export type DeepReadonly<Value> = Value extends string
  ? Value
  : Value extends (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
      : Value;
