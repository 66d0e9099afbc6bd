/** The schemas check everything that the interface specifies (§2), and keep unknown fields unchanged. */
import * as z from 'zod/mini';
import { $ZodISODateTime, _isoDateTime } from 'zod/v4/core';
import type * as resources from './resources.ts';

/** Accepts unknown fields in values, but not in the TypeScript type, so that the compiler reports misspelled fields. */
function open<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape> {
  return z.looseObject(shape);
}

/** Accepts unknown strings, because a later version of the interface may add values. */
export function openEnum<Value extends string>(): z.ZodMiniType<Value> {
  return z.string() as z.ZodMiniType<string> as z.ZodMiniType<Value>;
}

/** An identifier (§2): a case-insensitive UUID of any version and variant. */
export const identifier = /*@__PURE__*/ z.guid();

/**
 * An ISO 8601 timestamp in UTC, which ends with `Z` or `+00:00` and has any number of fraction digits (§2). The import
 * avoids `z.iso` and `regexes`, which would add code for dates, times and durations to a bundle.
 */
export const timestamp = /*@__PURE__*/ new $ZodISODateTime({
  type: 'string',
  format: 'datetime',
  check: 'string_format',
  offset: false,
  local: false,
  precision: null,
  pattern: /*@__PURE__*/ utcPattern(),
});

function utcPattern(): RegExp {
  const { pattern } = _isoDateTime($ZodISODateTime)._zod.def;
  return new RegExp(pattern?.source.replace('(?:Z)', String.raw`(?:Z|\+00:00)`) ?? '');
}

export const cors = /*@__PURE__*/ open({
  allowedOrigins: /*@__PURE__*/ z.array(/*@__PURE__*/ z.string()),
  allowedMethods: /*@__PURE__*/ z.array(/*@__PURE__*/ openEnum<resources.CorsMethod>()),
  allowedHeaders: /*@__PURE__*/ z.array(/*@__PURE__*/ z.string()),
});

export const upstream = /*@__PURE__*/ open({
  name: /*@__PURE__*/ z.string(),
  url: /*@__PURE__*/ z.url(),
});

/** A value in `defaultResponseHeaders` (§2.3): any JSON value. */
export const headerValue = /*@__PURE__*/ z.union([
  /*@__PURE__*/ z.boolean(),
  /*@__PURE__*/ z.string(),
  /*@__PURE__*/ z.number(),
  /*@__PURE__*/ z.null(),
  /*@__PURE__*/ z.array(/*@__PURE__*/ z.unknown()),
  /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), /*@__PURE__*/ z.unknown()),
]);

export const mockServiceConfig = /*@__PURE__*/ open({
  cors,
  defaultResponseHeaders: /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), headerValue),
  upstreams: /*@__PURE__*/ z.array(upstream),
});

// Each field schema is a separate constant, because bundlers can remove unused constants, but not spread objects.
const type = /*@__PURE__*/ openEnum<resources.MockServiceType>();
const title = /*@__PURE__*/ z.string();

export const mockServiceInput = /*@__PURE__*/ open({ type, title, config: mockServiceConfig });

export const mockServiceSummary = /*@__PURE__*/ open({
  id: identifier,
  type,
  title,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const mockService = /*@__PURE__*/ open({
  id: identifier,
  type,
  title,
  config: mockServiceConfig,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const createdMockService = /*@__PURE__*/ open({ id: identifier });

/**
 * Schema for workspaces in responses (§2.4). `createdAt` and `expiresAt` are not compared, because a single invalid
 * workspace would make the whole list invalid.
 */
export const workspace = /*@__PURE__*/ open({
  id: identifier,
  name: /*@__PURE__*/ z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});

interface Times {
  readonly createdAt?: string | undefined;
  readonly expiresAt?: string | undefined;
}

/** Requires `expiresAt` to be later than `createdAt`, if both are valid timestamps. */
export const expiresLater = /*@__PURE__*/ z.refine<Times>(
  ({ createdAt = '', expiresAt = '' }) => !(Date.parse(expiresAt) <= Date.parse(createdAt)),
  {
    path: ['expiresAt'],
    params: { expected: 'timestamp later than createdAt', received: 'an earlier or equal one' },
  },
);

/** Schema for workspaces of a fake server (§2.4). `expiresAt` must be later than `createdAt`. */
export const strictWorkspace = /*@__PURE__*/ workspace.check(expiresLater);

const headers = /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), /*@__PURE__*/ z.string());

const httpStatus = 'HTTP status from 100 to 599';

export const recordedRequest = /*@__PURE__*/ open({
  hostname: /*@__PURE__*/ z.string(),
  port: /*@__PURE__*/ z.int(),
  path: /*@__PURE__*/ z.string(),
  method: /*@__PURE__*/ z.string(),
  headers,
  bodyBase64Encoded: /*@__PURE__*/ z.string(),
});

export const recordedResponse = /*@__PURE__*/ open({
  statusCode: /*@__PURE__*/ z.int(),
  headers,
  bodyBase64Encoded: /*@__PURE__*/ z.string(),
  responseTimeMs: /*@__PURE__*/ z.int(),
});

export const activityMetadata = /*@__PURE__*/ z.looseObject({ scenarioId: identifier });

export const activityEntry = /*@__PURE__*/ open({
  id: identifier,
  request: recordedRequest,
  response: recordedResponse,
  metadata: activityMetadata,
  timestamp,
});

/** Schema for recorded responses of a fake server (§2.5). The status must be from 100 to 599 (RFC 9110 §15). */
export const strictRecordedResponse = /*@__PURE__*/ z.extend(recordedResponse, {
  statusCode: /*@__PURE__*/ z
    .int()
    .check(/*@__PURE__*/ z.minimum(100, httpStatus), /*@__PURE__*/ z.maximum(599, httpStatus)),
});

/** Schema for activity entries of a fake server (§2.5). The status must be from 100 to 599. */
export const strictActivityEntry = /*@__PURE__*/ z.extend(activityEntry, {
  response: strictRecordedResponse,
});

/** The `{ data }` envelope of successful reads and updates (§2). */
export function dataOf<Schema extends z.core.$ZodType>(schema: Schema): z.ZodMiniObject<{ data: Schema }> {
  return open({ data: schema });
}
