/**
 * The resources of the service as documented interfaces. `schemas.ts` defines the same shapes as schemas.
 * `test/types.test-d.ts` checks at compile time that both definitions match.
 */

/** Type of a mock service. The interface uses `REST`. Other values are passed through unchanged (§2.1). */
export type MockServiceType = 'REST' | (string & {});

/** HTTP method that CORS allows. The interface uses these four. Other values are passed through unchanged (§2.3). */
export type CorsMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | (string & {});

/**
 * Value of a default response header. The interface uses booleans and does not specify other types, so any JSON value
 * is read, kept and written back (§2.3).
 */
export type HeaderValue = boolean | string | number | null | unknown[] | Record<string, unknown>;

/** CORS settings of a mock service (§2.3). */
export interface Cors {
  /** Hosts of the allowed origins. */
  allowedOrigins: string[];
  /** Names of the allowed HTTP methods. */
  allowedMethods: CorsMethod[];
  /** Names of the allowed headers. May be empty. */
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
 * Input for creating or replacing a mock service (§4, rules 1 and 2). The service sets `id`, `createdAt` and
 * `updatedAt`.
 */
export interface MockServiceInput {
  type: MockServiceType;
  /** Display name. */
  title: string;
  config: MockServiceConfig;
}

/** Response to creating a mock service, which contains only the identifier (§4, rule 1). */
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
  /** ISO 8601 UTC timestamp, later than `createdAt`. The interface does not specify what happens at that time. */
  expiresAt: string;
}

/** The request of a recorded exchange (§2.5). */
export interface RecordedRequest {
  hostname: string;
  port: number;
  /** Path as recorded. */
  path: string;
  /** HTTP method. */
  method: string;
  /** Header values by name. */
  headers: Record<string, string>;
  /** Body as Base64, or an empty string if there was none. */
  bodyBase64Encoded: string;
}

/** The response of a recorded exchange (§2.5). */
export interface RecordedResponse {
  /** HTTP status. */
  statusCode: number;
  /** Header values by name. */
  headers: Record<string, string>;
  /** Body as Base64, or an empty string if there was none. */
  bodyBase64Encoded: string;
  /** Time until the response in milliseconds. */
  responseTimeMs: number;
}

/** Additional facts about a recorded exchange (§2.5). Unknown fields are allowed and kept. */
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
