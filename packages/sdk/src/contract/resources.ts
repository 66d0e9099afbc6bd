/**
 * The resources of the service as TypeScript interfaces. The file `schemas.ts` defines a schema for each resource. The
 * file `test/types.test-d.ts` checks at compile time that each interface matches its schema.
 */

/**
 * Type of a mock service. The interface specifies only the type `REST` (§2.1). Other strings are accepted and stay
 * unchanged.
 */
export type MockServiceType = 'REST' | (string & {});

/**
 * HTTP method that CORS allows. The interface specifies four methods (§2.3). Other strings are accepted and stay
 * unchanged.
 */
export type CorsMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | (string & {});

/**
 * Value of a default response header. The interface shows only boolean values (§2.3). Any JSON value is accepted and
 * stays unchanged.
 */
export type HeaderValue = boolean | string | number | null | unknown[] | Record<string, unknown>;

/** CORS settings of a mock service (§2.3). */
export interface Cors {
  /** Hosts of the allowed origins. */
  allowedOrigins: string[];
  /** Names of the allowed HTTP methods. */
  allowedMethods: CorsMethod[];
  /** Names of the allowed headers. The list may be empty. */
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
  /** Header names with their values. */
  defaultResponseHeaders: Record<string, HeaderValue>;
  upstreams: Upstream[];
}

/** An item of the mock service list (§2.1). */
export interface MockServiceSummary {
  /** UUID. */
  id: string;
  type: MockServiceType;
  /** Display name. */
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

/**
 * Input for creating or replacing a mock service (§4, rules 1 and 2). The service sets the fields `id`, `createdAt` and
 * `updatedAt`.
 */
export interface MockServiceInput {
  type: MockServiceType;
  /** Display name. */
  title: string;
  config: MockServiceConfig;
}

/** Response to creating a mock service (§4, rule 1). The response contains only the identifier. */
export interface CreatedMockService {
  /** UUID of the new mock service. */
  id: string;
}

/** An item of the workspace list (§2.4). */
export interface Workspace {
  /** UUID. */
  id: string;
  name: string;
  /** ISO 8601 UTC timestamp. */
  createdAt: string;
  /**
   * Time at which the workspace expires, as an ISO 8601 UTC timestamp. The time is later than `createdAt`. The
   * interface does not specify what happens when a workspace expires.
   */
  expiresAt: string;
}

/** The request of a recorded exchange (§2.5). */
export interface RecordedRequest {
  hostname: string;
  port: number;
  /** Path of the request as recorded. */
  path: string;
  /** HTTP method. */
  method: string;
  /** Header values by name. */
  headers: Record<string, string>;
  /** Body as Base64. The value is an empty string if the request had no body. */
  bodyBase64Encoded: string;
}

/** The response of a recorded exchange (§2.5). */
export interface RecordedResponse {
  /** HTTP status. */
  statusCode: number;
  /** Header values by name. */
  headers: Record<string, string>;
  /** Body as Base64. The value is an empty string if the response had no body. */
  bodyBase64Encoded: string;
  /** Response time of the exchange in milliseconds. */
  responseTimeMs: number;
}

/** Additional facts about a recorded exchange (§2.5). Unknown fields are allowed and stay unchanged. */
export interface ActivityMetadata {
  /** UUID of the scenario. */
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
