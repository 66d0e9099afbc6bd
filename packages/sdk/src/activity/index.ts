/**
 * Functions to find, follow, read, summarize, redact and convert the entries of an activity log, and to copy the data of
 * a service.
 *
 * @example
 * ```ts
 * import { createClient } from '@mock-services/sdk';
 * import { bodyOf, waitForActivity } from '@mock-services/sdk/activity';
 *
 * const client = createClient({ baseUrl: 'https://mocks.example.com/api' });
 * const [workspace] = await client.workspaces.list();
 * const entry = await waitForActivity(client, workspace!.id, { method: 'POST', path: '/orders' });
 * console.log(bodyOf(entry, 'request').json());
 * ```
 *
 * @module @mock-services/sdk/activity
 * @packageDocumentation
 */
export { type Body, bodyOf, decodeBodies } from './body.ts';
export type { DecodeBodiesOptions, DecodeOptions, Side } from './body.ts';
export { type Bytes, encodeBase64 } from './bytes.ts';
export { AbortError, ActivityError, isAbortError, isActivityError } from '../errors.ts';
export type { ActivityErrorCode, ActivityErrorFacts, AnyActivityError, BodyFault } from '../errors.ts';
export type { Issue } from '../contract/issue.ts';
export type {
  ActivityEntry,
  ActivityMetadata,
  RecordedRequest,
  RecordedResponse,
} from '../contract/resources.ts';
export { mediaTypeOf, metadataField, urlOf } from './exchange.ts';
export { explainNoMatch, type ExplainOptions } from './explain.ts';
export { textTest } from './fields.ts';
export { fromHar, type FromHarOptions, type SkippedPart } from './from-har.ts';
export { findActivity, matchesActivity } from './match.ts';
export type {
  ActivityFields,
  ActivityMatcher,
  AsymmetricMatcher,
  HeaderPattern,
  MatcherField,
  MatcherOptions,
  StatusClass,
  TextPattern,
  TextTest,
} from './matcher.ts';
export type { ActivityReader, PollOptions, WaitOptions } from './polling.ts';
export { waitForActivity, watchActivity } from './polling.ts';
export { type NamePattern, redact, type RedactRules } from './redact.ts';
export type { ActivityFigures, ActivitySummary, Latency, RouteSummary } from './summarize.ts';
export { latencyOf, summarize } from './summarize.ts';
export { type CurlOptions, type Shell, toCurl } from './to-curl.ts';
export type { Har, HarBody, HarEntry, HarMessage, HarOptions, HarPage, HarPair } from './to-har.ts';
export { toHar } from './to-har.ts';
