/**
 * Functions over the recorded exchanges of an activity log: find (`findActivity`), wait for (`waitForActivity`), follow
 * (`watchActivity`), read as a stream (`parseActivity`), read bodies (`bodyOf`), count (`summarize`), take credentials out (`redact`),
 * and convert to HAR files and curl commands (`toHar`, `fromHar`, `toCurl`).
 *
 * @example
 * ```ts
 * import { createClient } from '@mock-services/sdk';
 * import { bodyOf, waitForActivity } from '@mock-services/sdk/activity';
 *
 * const client = createClient({ baseUrl: 'https://mocks.example.com/api' });
 * const [workspace] = await client.workspaces.list();
 * const entry = await waitForActivity(client, workspace!.id, { method: 'POST', path: '/orders' });
 * console.log(bodyOf(entry.request).json());
 * ```
 *
 * @module @mock-services/sdk/activity
 * @packageDocumentation
 */
export { type Bytes, encodeBase64 } from './base64.ts';
export { type Body, bodyOf, type DecodeOptions, type RecordedMessage } from './body.ts';
export { decodeBodies, type DecodeBodiesOptions } from './decode-bodies.ts';
export { ActivityError, type ActivityErrorKind, isActivityError } from './errors/activity-error.ts';
export { ArgumentError, isArgumentError } from './errors/argument-error.ts';
export {
  BodyError,
  type BodyFault,
  type BodyField,
  type BodyPlace,
  isBodyError,
} from './errors/body-error.ts';
export { HarError, isHarError } from './errors/har-error.ts';
export { isLogError, LogError, type LogFault } from './errors/log-error.ts';
export {
  isWaitAbortedError,
  isWaitTimeoutError,
  WaitAbortedError,
  type WaitFacts,
  WaitTimeoutError,
} from './errors/wait-errors.ts';
export type { Issue } from '../contract/issue.ts';
export type {
  ActivityEntry,
  ActivityMetadata,
  RecordedRequest,
  RecordedResponse,
} from '../contract/resources.ts';
export { fromHar } from './har/from-har.ts';
export { type HarOptions, toHar } from './har/to-har.ts';
export type {
  Har,
  HarContent,
  HarEntry,
  HarLog,
  HarPair,
  HarPostData,
  HarRequest,
  HarResponse,
} from './har/types.ts';
export { explainNoMatch } from './match/explain.ts';
export { findActivity } from './match/find.ts';
export type { ActivityMatcher, HeaderPattern, StatusClass } from './match/matcher.ts';
export type { ActivityReader, PollOptions } from './polling/polling.ts';
export { waitForActivity, type WaitOptions } from './polling/wait.ts';
export { watchActivity } from './polling/watch.ts';
export type { NamePattern } from './redact/names.ts';
export { redact, type RedactRules } from './redact/redact.ts';
export { type ParseOptions, parseActivity } from './stream/parse-activity.ts';
export { type ActivityFigures, type Latency, latencyOf } from './summary/figures.ts';
export type { Rate, RateBucket } from './summary/rate.ts';
export type { RouteSummary } from './summary/routes.ts';
export { type ActivitySummary, summarize } from './summary/summarize.ts';
export { type CurlOptions, type Shell, toCurl } from './to-curl.ts';
