/**
 * `@mock-services/sdk/activity`: reads recorded exchanges. Functions over the entries of an activity log.
 *
 * @packageDocumentation
 */
export { type Body, bodyOf, type DecodeOptions, type RecordedMessage } from './body.ts';
export { ActivityError, type ActivityErrorKind, isActivityError } from './errors/base.ts';
export {
  BodyError,
  type BodyFault,
  type BodyField,
  type BodyPlace,
  isBodyError,
} from './errors/body-error.ts';
export type {
  ActivityEntry,
  ActivityMetadata,
  RecordedRequest,
  RecordedResponse,
} from '../contract/resources.ts';
