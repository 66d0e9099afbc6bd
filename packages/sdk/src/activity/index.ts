/**
 * `@mock-services/sdk/activity`: reads recorded exchanges. Functions over the entries of an activity log.
 *
 * @packageDocumentation
 */
export { type Body, bodyOf, type DecodeOptions, type RecordedMessage } from './body.ts';
export type { Shell } from './curl/quote.ts';
export { type CurlOptions, toCurl } from './curl/to-curl.ts';
export { ArgumentError, isArgumentError } from './errors/argument-error.ts';
export { ActivityError, type ActivityErrorKind, isActivityError } from './errors/base.ts';
export {
  BodyError,
  type BodyFault,
  type BodyField,
  type BodyPlace,
  isBodyError,
} from './errors/body-error.ts';
export { HarError, isHarError } from './errors/har-error.ts';
export { isLogError, LogError, type LogFault } from './errors/log-error.ts';
export { isWaitAbortedError, WaitAbortedError } from './errors/wait-aborted-error.ts';
export { isWaitTimeoutError, type WaitFacts, WaitTimeoutError } from './errors/wait-timeout-error.ts';
export type { Issue } from '../contract/issue.ts';
export type {
  ActivityEntry,
  ActivityMetadata,
  RecordedRequest,
  RecordedResponse,
} from '../contract/resources.ts';
export { decodeBodies } from './har/decode-bodies.ts';
export { fromHar } from './har/read.ts';
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
export { type HarOptions, toHar } from './har/write.ts';
export { explainNoMatch } from './match/explain.ts';
export { findActivity } from './match/find.ts';
export type { ActivityMatcher, HeaderPattern, StatusClass } from './match/matcher.ts';
export type { ActivityReader, PollOptions } from './polling/reader.ts';
export { waitForActivity, type WaitOptions } from './polling/wait.ts';
export { watchActivity } from './polling/watch.ts';
export type { NamePattern } from './redact/names.ts';
export { redact, type RedactRules } from './redact/redact.ts';
export { parseActivity } from './stream/parse.ts';
export { type ActivityOpener, streamActivity, type StreamOptions } from './stream/stream.ts';
export type { Latency } from './summary/latency.ts';
export type { Rate, RateBucket } from './summary/rate.ts';
export type { RouteSummary } from './summary/routes.ts';
export { type ActivitySummary, summarize } from './summary/summarize.ts';
export type { ActivityFigures } from './summary/tally.ts';
