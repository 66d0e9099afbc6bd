/**
 * A schema for every field of interface §2. Objects are open: a field that the interface does not name is kept. The schemas
 * check everything that the interface states. `test/types.test-d.ts` proves at compile time that each schema yields exactly
 * the type of the same name in `resources.ts`.
 */
import * as z from 'zod/mini';
import { $ZodISODateTime, _isoDateTime } from 'zod/v4/core';
import type * as resources from './resources.ts';

/** An object that may have unknown fields. Its type has only the known fields, so that a typo fails to compile. */
function open<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape> {
  return z.looseObject(shape);
}

/** A string whose known values may grow. The type offers completion for the known values. Any string is valid. */
function openEnum<Value extends string>(): z.ZodMiniType<Value> {
  return z.string() as z.ZodMiniType<string> as z.ZodMiniType<Value>;
}

/** Identifier: a UUID in any letter case, variant or version (§2). */
export const identifier = /*@__PURE__*/ z.guid();

/**
 * ISO 8601 timestamp in UTC, with any number of fraction digits (§2). The same as `z.iso.datetime()`, because a bundle that
 * uses `z.iso` also contains dates, times and durations.
 */
export const timestamp = /*@__PURE__*/ _isoDateTime($ZodISODateTime);

/** §2.3 `cors`. */
export const cors = /*@__PURE__*/ open({
  allowedOrigins: /*@__PURE__*/ z.array(/*@__PURE__*/ z.string()),
  allowedMethods: /*@__PURE__*/ z.array(/*@__PURE__*/ openEnum<resources.CorsMethod>()),
  allowedHeaders: /*@__PURE__*/ z.array(/*@__PURE__*/ z.string()),
});

/** §2.3, an item of `upstreams`. */
export const upstream = /*@__PURE__*/ open({
  name: /*@__PURE__*/ z.string(),
  url: /*@__PURE__*/ z.url(),
});

/** §2.3, a value of `defaultResponseHeaders`: any JSON value. */
export const headerValue = /*@__PURE__*/ z.union([
  /*@__PURE__*/ z.boolean(),
  /*@__PURE__*/ z.string(),
  /*@__PURE__*/ z.number(),
  /*@__PURE__*/ z.null(),
  /*@__PURE__*/ z.array(/*@__PURE__*/ z.unknown()),
  /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), /*@__PURE__*/ z.unknown()),
]);

/** §2.3. */
export const mockServiceConfig = /*@__PURE__*/ open({
  cors,
  defaultResponseHeaders: /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), headerValue),
  upstreams: /*@__PURE__*/ z.array(upstream),
});

// Each field is a separate constant, because a bundler drops an unused constant but not a spread object.
const type = /*@__PURE__*/ openEnum<resources.MockServiceType>();
const title = /*@__PURE__*/ z.string();

/** §4 rules 1 and 2: the three fields of a create or an update. */
export const mockServiceInput = /*@__PURE__*/ open({ type, title, config: mockServiceConfig });

/** §2.1. */
export const mockServiceSummary = /*@__PURE__*/ open({
  id: identifier,
  type,
  title,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** §2.2. */
export const mockService = /*@__PURE__*/ open({
  id: identifier,
  type,
  title,
  config: mockServiceConfig,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** §4 rule 1: the response to a create. */
export const createdMockService = /*@__PURE__*/ open({ id: identifier });

/** §2.4, for reading: `expiresAt` may equal `createdAt`, so that one such workspace does not make a list invalid. */
export const workspace = /*@__PURE__*/ open({
  id: identifier,
  name: /*@__PURE__*/ z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});

/** §2.4, for writing: `expiresAt` has to be later than `createdAt`. */
export const strictWorkspace = /*@__PURE__*/ workspace.check(
  /*@__PURE__*/ z.refine(
    // A value that is not a timestamp is reported by its own field.
    ({ createdAt, expiresAt }) => !(Date.parse(expiresAt) <= Date.parse(createdAt)),
    { path: ['expiresAt'], params: { expected: 'timestamp later than createdAt' } },
  ),
);

const headers = /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), /*@__PURE__*/ z.string());

/** §2.5 `request`. */
export const recordedRequest = /*@__PURE__*/ open({
  hostname: /*@__PURE__*/ z.string(),
  port: /*@__PURE__*/ z.int(),
  path: /*@__PURE__*/ z.string(),
  method: /*@__PURE__*/ z.string(),
  headers,
  bodyBase64Encoded: /*@__PURE__*/ z.string(),
});

/** §2.5 `response`. */
export const recordedResponse = /*@__PURE__*/ open({
  statusCode: /*@__PURE__*/ z.int(),
  headers,
  bodyBase64Encoded: /*@__PURE__*/ z.string(),
  responseTimeMs: /*@__PURE__*/ z.int(),
});

/** §2.5 `metadata`. */
export const activityMetadata = /*@__PURE__*/ z.looseObject({ scenarioId: identifier });

/** §2.5. */
export const activityEntry = /*@__PURE__*/ open({
  id: identifier,
  request: recordedRequest,
  response: recordedResponse,
  metadata: activityMetadata,
  timestamp,
});

/** The envelope `{ data }` of successful reads and updates (§2, conventions). */
export function dataOf<Schema extends z.core.$ZodType>(schema: Schema): z.ZodMiniObject<{ data: Schema }> {
  return open({ data: schema });
}
