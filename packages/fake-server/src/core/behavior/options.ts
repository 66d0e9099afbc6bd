/** The public options that decide open points. `open-points.ts` contains what the fake server does with each of them. */
import type { ProblemStatus } from '../http/problem.ts';

/**
 * Form of a response body that the interface does not specify: empty, `{}`, plain text, or a JSON object with a
 * message.
 */
export type OpenBody = 'empty' | 'object' | 'text' | 'json';

/** Options that determine the behavior for open points of the interface. */
export interface BehaviorOptions {
  /**
   * Whether each object contains an additional field that the interface does not name (open point `unknown-fields`,
   * §2).
   *
   * @default 'stored'
   */
  readonly unknownFields?: 'stored' | 'added' | undefined;
  /**
   * Letter case of identifiers: unchanged, upper case, or upper case for some identifiers (open point
   * `identifier-form`, §2).
   *
   * @default 'stored'
   */
  readonly identifierCase?: 'stored' | 'upper' | 'mixed' | undefined;
  /**
   * Fraction digits of timestamps: unchanged, without trailing zeros, or with six or nine digits (open point
   * `timestamp-fraction`, §2).
   *
   * @default 'stored'
   */
  readonly timestampFraction?: 'stored' | 'trimmed' | 'microseconds' | 'nanoseconds' | undefined;
  /**
   * Whether each workspace configuration includes an additional default response header (open point
   * `header-value-types`, §2.3). The additional header has a value that is not a boolean, such as a string or a number.
   * Mock services are not changed.
   *
   * @default 'stored'
   */
  readonly headerValueTypes?: 'stored' | 'added' | undefined;
  /**
   * Whether metadata contains an additional field (open point `metadata-fields`, §2.5).
   *
   * @default 'stored'
   */
  readonly metadataFields?: 'stored' | 'added' | undefined;
  /**
   * Effect of the expiry of a workspace (open point `expiry`, §3):
   *
   * - `keep`: an expired workspace works like any other workspace.
   * - `hide`: the list of workspaces omits an expired workspace.
   * - `gone`: the list of workspaces omits an expired workspace, and requests for its configuration or activity get a
   * 410.
   *
   * @default 'keep'
   */
  readonly onExpiry?: 'keep' | 'hide' | 'gone' | undefined;
  /**
   * Order of lists (open point `list-order`, §4). With `shuffled`, each response has a different order.
   *
   * @default 'insertion'
   */
  readonly listOrder?: 'insertion' | 'reversed' | 'shuffled' | undefined;
  /**
   * Body of the response to clearing an activity log (open point `clear-activity-body`, §4).
   *
   * @default 'empty'
   */
  readonly clearActivityBody?: OpenBody | undefined;
  /**
   * Body of the response to deleting a mock service (open point `delete-body`, §4).
   *
   * @default 'empty'
   */
  readonly deleteBody?: OpenBody | undefined;
  /**
   * Whether an update sets `updatedAt` to the current time (open point `updated-at`, §4).
   *
   * @default 'changes'
   */
  readonly updatedAt?: 'changes' | 'stays' | undefined;
  /**
   * Content type of successful responses with a body (open point `content-type`, §4).
   *
   * @default 'application/json'
   */
  readonly contentType?:
    | 'application/json'
    | 'application/json; charset=utf-8'
    | 'application/vnd.api+json'
    | 'text/plain; charset=utf-8'
    | undefined;
  /**
   * Token that every request for an operation must send in the header `Authorization: Bearer …` (open point
   * `authentication`, §5). A request without the token gets a 401. Admin endpoints need no token, except on
   * Cloudflare Workers.
   *
   * @default no token is required
   */
  readonly requiredToken?: string | undefined;
  /** Replaces error statuses. For example, `{ 422: 400 }` replaces 422 with 400 (open point `error-statuses`, §7). */
  readonly errorStatuses?: { readonly [Status in ProblemStatus]?: number } | undefined;
  /**
   * Body of error responses (open point `error-body`, §7):
   *
   * - `problem`: problem details (RFC 9457).
   * - `message`: `{ message }`.
   * - `nested`: `{ error: { code, message } }`.
   * - `text`: plain text.
   * - `html`: an HTML page.
   * - `empty`: no body.
   *
   * @default 'problem'
   */
  readonly errorBody?: 'problem' | 'message' | 'nested' | 'text' | 'html' | 'empty' | undefined;
  /**
   * Response to deleting a mock service that does not exist (open point `error-conditions`, §7). If the value is
   * `refused`, the fake server responds with 404. If the value is `accepted`, the fake server responds with a success
   * status.
   *
   * @default 'refused'
   */
  readonly repeatedDelete?: 'refused' | 'accepted' | undefined;
  /**
   * Varies open points at random, so that clients do not depend on unspecified behavior. Pass `true`, a random seed,
   * or {@link GreaseOptions}. The same random seed produces the same variation. The response header
   * `x-mock-services-grease` lists the open points that were varied.
   *
   * @default false
   * @example
   * ```ts
   * import { createFakeServer } from '@mock-services/fake-server/core';
   *
   * createFakeServer({ grease: { seed: 7, except: ['list-order'] } });
   * ```
   */
  readonly grease?: boolean | number | GreaseOptions | undefined;
}

/** Id of an open point (unspecified behavior) that the `grease` option can vary at random. */
export type GreasePoint =
  | 'unknown-fields'
  | 'identifier-form'
  | 'timestamp-fraction'
  | 'header-value-types'
  | 'metadata-fields'
  | 'list-order'
  | 'clear-activity-body'
  | 'delete-body'
  | 'content-type'
  | 'error-body';

/** Settings of the `grease` option: the open points (unspecified behaviors) to vary, and the random seed. */
export interface GreaseOptions {
  /**
   * Integer that determines the variation.
   *
   * @default the `randomSeed` option
   */
  readonly seed?: number | undefined;
  /**
   * Ids of the open points to vary.
   *
   * @default all open points
   */
  readonly only?: readonly GreasePoint[] | undefined;
  /** Ids of the open points (unspecified behavior) to exclude from the random variation. */
  readonly except?: readonly GreasePoint[] | undefined;
}

/** The profile of a service, which is the parsed JSON of a file that the conformance suite saved with `--profile`. */
export interface Profile {
  /** Version of the profile format. The version must be 1. */
  readonly version: number;
  /** Observations by id of the open point. Unknown ids are ignored. */
  readonly observed: { readonly [point: string]: unknown };
}

/** Name of an option that selects one of several values. */
export type ChoiceName = Exclude<keyof BehaviorOptions, 'requiredToken' | 'errorStatuses' | 'grease'>;

/** The checked options. An option that selects one of several values has its default if it is missing. */
export type Settings = Pick<BehaviorOptions, 'requiredToken' | 'errorStatuses'> & {
  readonly [Name in ChoiceName]-?: NonNullable<BehaviorOptions[Name]>;
};
