import type { ProblemStatus } from '../http/problem.ts';

/** A body that the interface does not specify: empty, `{}`, plain text, or a JSON object with a message. */
export type OpenBody = 'empty' | 'object' | 'text' | 'json';

/** Options for behavior that the interface leaves unspecified (its open points). */
export interface BehaviorOptions {
  /**
   * Whether each object contains a field that the interface does not name (open point `unknown-fields`, §2).
   * @default 'stored'
   */
  readonly unknownFields?: 'stored' | 'added' | undefined;
  /**
   * Letter case of identifiers: as stored, upper case, or upper case for some of them (open point `identifier-form`,
   * §2).
   * @default 'stored'
   */
  readonly identifierCase?: 'stored' | 'upper' | 'mixed' | undefined;
  /**
   * Fraction digits of timestamps: as stored, without trailing zeros, or padded to six or nine digits (open point
   * `timestamp-fraction`, §2).
   * @default 'stored'
   */
  readonly timestampFraction?: 'stored' | 'trimmed' | 'microseconds' | 'nanoseconds' | undefined;
  /**
   * Whether workspace configurations include an additional default response header whose value is not a boolean (open
   * point `header-value-types`, §2.3). Mock services are not changed.
   * @default 'stored'
   */
  readonly headerValueTypes?: 'stored' | 'added' | undefined;
  /**
   * Whether metadata contains an additional field (open point `metadata-fields`, §2.5).
   * @default 'stored'
   */
  readonly metadataFields?: 'stored' | 'added' | undefined;
  /**
   * Effect of a workspace's expiry (open point `expiry`, §3):
   *
   * - `keep`: nothing changes.
   * - `hide`: the list of workspaces omits an expired workspace.
   * - `gone`: like `hide`, and requests for its configuration or activity get a 410.
   * @default 'keep'
   */
  readonly onExpiry?: 'keep' | 'hide' | 'gone' | undefined;
  /**
   * Order of lists (open point `list-order`, §4). With `shuffled`, the order is random in each response.
   * @default 'insertion'
   */
  readonly listOrder?: 'insertion' | 'reversed' | 'shuffled' | undefined;
  /**
   * Body of the response to clearing an activity log (open point `clear-activity-body`, §4).
   * @default 'empty'
   */
  readonly clearActivityBody?: OpenBody | undefined;
  /**
   * Body of the response to deleting a mock service (open point `delete-body`, §4).
   * @default 'empty'
   */
  readonly deleteBody?: OpenBody | undefined;
  /**
   * Whether an update sets `updatedAt` to the current time (open point `updated-at`, §4).
   * @default 'changes'
   */
  readonly updatedAt?: 'changes' | 'stays' | undefined;
  /**
   * Content type of successful responses with a body (open point `content-type`, §4).
   * @default 'application/json'
   */
  readonly contentType?:
    | 'application/json'
    | 'application/json; charset=utf-8'
    | 'application/vnd.api+json'
    | 'text/plain; charset=utf-8'
    | undefined;
  /**
   * Token that clients must send with every operation, as `Authorization: Bearer …` (open point `authentication`, §5).
   * A request without the token gets a 401. Admin endpoints need no token, except on Cloudflare Workers.
   * @default no token is required
   */
  readonly requiredToken?: string | undefined;
  /** Replaces error statuses (open point `error-statuses`, §7): `{ 422: 400 }` replaces 422 with 400. */
  readonly errorStatuses?: { readonly [Status in ProblemStatus]?: number } | undefined;
  /**
   * Body of error responses (open point `error-body`, §7):
   *
   * - `problem`: problem details (RFC 9457).
   * - `message`: `{ message }`.
   * - `nested`: `{ error: { code, message } }`.
   * @default 'problem'
   */
  readonly errorBody?: 'problem' | 'message' | 'nested' | 'text' | 'html' | 'empty' | undefined;
  /**
   * Response to deleting a mock service that does not exist: a 404 (`refused`) or a success status (`accepted`; open
   * point `error-conditions`, §7).
   * @default 'refused'
   */
  readonly repeatedDelete?: 'refused' | 'accepted' | undefined;
  /**
   * Varies open points at random, to find clients that depend on unspecified behavior. Pass an integer as the random
   * seed, or `true` to use the `randomSeed`. The same seed produces the same variation, and the response header
   * `x-mock-services-grease` lists the varied points. Grease varies the open points of a `profile`, but not the options
   * that you set.
   * @default false
   * @example
   * ```ts
   * import { createFakeServer } from '@mock-services/fake-server/core';
   *
   * createFakeServer({ grease: 7, listOrder: 'insertion' }); // varies all but the order of lists
   * ```
   */
  readonly grease?: boolean | number | undefined;
}

/** The profile of a service: parsed JSON that the conformance suite saved with `--profile`. */
export interface Profile {
  /** Version of the format, which must be 1. */
  readonly version: number;
  /** Observations by id of the open point. Unknown ids are ignored. */
  readonly observed: { readonly [point: string]: unknown };
}

export type ChoiceName = Exclude<keyof BehaviorOptions, 'requiredToken' | 'errorStatuses' | 'grease'>;

export type Settings = Pick<BehaviorOptions, 'requiredToken' | 'errorStatuses'> & {
  readonly [Name in ChoiceName]-?: NonNullable<BehaviorOptions[Name]>;
};
