/**
 * Schemas for the resources of the interface (§2). The schemas check everything that the interface specifies. Unknown
 * fields are allowed and stay unchanged. The file `test/types.test-d.ts` checks at compile time that each schema
 * matches the type of the same name in `resources.ts`.
 */
import * as z from 'zod/mini';
import { $ZodISODateTime, _isoDateTime } from 'zod/v4/core';
import type * as resources from './resources.ts';

/**
 * Creates an object schema that allows unknown fields. The TypeScript type has only the known fields, so that the
 * compiler reports a misspelled field.
 */
function open<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape> {
  return z.looseObject(shape);
}

/** Creates a schema that accepts any string. Editors suggest the known values. */
function openEnum<Value extends string>(): z.ZodMiniType<Value> {
  return z.string() as z.ZodMiniType<string> as z.ZodMiniType<Value>;
}

/** Schema of an identifier (§2). An identifier is a case-insensitive UUID of any version and variant. */
export const identifier = /*@__PURE__*/ z.guid();

/**
 * Schema of an ISO 8601 timestamp in UTC, with any number of fraction digits (§2). The schema is equivalent to
 * `z.iso.datetime()`. Importing `z.iso` would add the schemas for dates, times and durations to the bundle.
 */
export const timestamp = /*@__PURE__*/ _isoDateTime($ZodISODateTime);

/** Schema of `cors` (§2.3). */
export const cors = /*@__PURE__*/ open({
  allowedOrigins: /*@__PURE__*/ z.array(/*@__PURE__*/ z.string()),
  allowedMethods: /*@__PURE__*/ z.array(/*@__PURE__*/ openEnum<resources.CorsMethod>()),
  allowedHeaders: /*@__PURE__*/ z.array(/*@__PURE__*/ z.string()),
});

/** Schema of an item of `upstreams` (§2.3). */
export const upstream = /*@__PURE__*/ open({
  name: /*@__PURE__*/ z.string(),
  url: /*@__PURE__*/ z.url(),
});

/** Schema of a value in `defaultResponseHeaders` (§2.3). The value may be any JSON value. */
export const headerValue = /*@__PURE__*/ z.union([
  /*@__PURE__*/ z.boolean(),
  /*@__PURE__*/ z.string(),
  /*@__PURE__*/ z.number(),
  /*@__PURE__*/ z.null(),
  /*@__PURE__*/ z.array(/*@__PURE__*/ z.unknown()),
  /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), /*@__PURE__*/ z.unknown()),
]);

/** Schema of a mock service configuration (§2.3). */
export const mockServiceConfig = /*@__PURE__*/ open({
  cors,
  defaultResponseHeaders: /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), headerValue),
  upstreams: /*@__PURE__*/ z.array(upstream),
});

// Each field schema is a separate constant, because bundlers remove unused constants but do not remove spread objects.
const type = /*@__PURE__*/ openEnum<resources.MockServiceType>();
const title = /*@__PURE__*/ z.string();

/** Schema of the input for creating or updating a mock service (§4, rules 1 and 2). */
export const mockServiceInput = /*@__PURE__*/ open({ type, title, config: mockServiceConfig });

/** Schema of an item of the mock service list (§2.1). */
export const mockServiceSummary = /*@__PURE__*/ open({
  id: identifier,
  type,
  title,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Schema of a mock service with its configuration (§2.2). */
export const mockService = /*@__PURE__*/ open({
  id: identifier,
  type,
  title,
  config: mockServiceConfig,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Schema of the response to creating a mock service (§4, rule 1). */
export const createdMockService = /*@__PURE__*/ open({ id: identifier });

/**
 * Schema for reading a workspace (§2.4). The schema does not compare `expiresAt` with `createdAt`, so that a single
 * invalid workspace does not invalidate a whole list.
 */
export const workspace = /*@__PURE__*/ open({
  id: identifier,
  name: /*@__PURE__*/ z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});

/** Schema for writing a workspace (§2.4). The time `expiresAt` must be later than `createdAt`. */
export const strictWorkspace = /*@__PURE__*/ workspace.check(
  /*@__PURE__*/ z.refine(
    // If a timestamp is invalid, the check of its own field reports the problem.
    ({ createdAt, expiresAt }) => !(Date.parse(expiresAt) <= Date.parse(createdAt)),
    { path: ['expiresAt'], params: { expected: 'timestamp later than createdAt' } },
  ),
);

const headers = /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), /*@__PURE__*/ z.string());

/** Schema of a recorded request (§2.5). */
export const recordedRequest = /*@__PURE__*/ open({
  hostname: /*@__PURE__*/ z.string(),
  port: /*@__PURE__*/ z.int(),
  path: /*@__PURE__*/ z.string(),
  method: /*@__PURE__*/ z.string(),
  headers,
  bodyBase64Encoded: /*@__PURE__*/ z.string(),
});

/** Schema of a recorded response (§2.5). */
export const recordedResponse = /*@__PURE__*/ open({
  statusCode: /*@__PURE__*/ z.int(),
  headers,
  bodyBase64Encoded: /*@__PURE__*/ z.string(),
  responseTimeMs: /*@__PURE__*/ z.int(),
});

/** Schema of the metadata of an activity entry (§2.5). */
export const activityMetadata = /*@__PURE__*/ z.looseObject({ scenarioId: identifier });

/** Schema of an activity entry (§2.5). */
export const activityEntry = /*@__PURE__*/ open({
  id: identifier,
  request: recordedRequest,
  response: recordedResponse,
  metadata: activityMetadata,
  timestamp,
});

/** Wraps a schema in the `{ data }` envelope that successful reads and updates have (§2). */
export function dataOf<Schema extends z.core.$ZodType>(schema: Schema): z.ZodMiniObject<{ data: Schema }> {
  return open({ data: schema });
}
