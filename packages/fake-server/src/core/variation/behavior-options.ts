/** Behavior options. Each option decides one open point. */
import type { ProblemStatus } from '../http/problem.ts';

/** Behavior options that change operations. */
export interface OperationOptions {
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
  readonly onExpiry: 'keep' | 'hide' | 'gone';
  /**
   * Whether an update sets `updatedAt` to the current time (open point `updated-at`, §4).
   *
   * @default 'changes'
   */
  readonly updatedAt: 'changes' | 'stays';
  /**
   * Response to deleting a mock service that does not exist (open point `error-conditions`, §7). If the value is
   * `refused`, the fake server responds with 404. If the value is `accepted`, the fake server responds with a success
   * status.
   *
   * @default 'refused'
   */
  readonly repeatedDelete: 'refused' | 'accepted';
}

/**
 * Form of a response body that the interface does not specify: empty, `{}`, plain text, or a JSON object with a
 * message.
 */
export type OpenBody = 'empty' | 'object' | 'text' | 'json';

/** Behavior options that change responses. With the `grease` option, the fake server varies the open points of the interface at random. */
export interface VariationOptions {
  /**
   * Order of lists (open point `list-order`, §4). With `shuffled`, each response has a different order.
   *
   * @default 'insertion'
   */
  readonly listOrder: 'insertion' | 'reversed' | 'shuffled';
  /**
   * Body of the response to deleting a mock service (open point `delete-body`, §4).
   *
   * @default 'empty'
   */
  readonly deleteBody: OpenBody;
  /**
   * Body of the response to clearing an activity log (open point `clear-activity-body`, §4).
   *
   * @default 'empty'
   */
  readonly clearActivityBody: OpenBody;
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
  readonly errorBody: 'problem' | 'message' | 'nested' | 'text' | 'html' | 'empty';
  /**
   * Letter case of identifiers: unchanged, upper case, or upper case for some identifiers (open point
   * `identifier-form`, §2).
   *
   * @default 'stored'
   */
  readonly identifierCase: 'stored' | 'upper' | 'mixed';
  /**
   * Fraction digits of timestamps: unchanged, without trailing zeros, or with six or nine digits (open point
   * `timestamp-fraction`, §2).
   *
   * @default 'stored'
   */
  readonly timestampFraction: 'stored' | 'trimmed' | 'microseconds' | 'nanoseconds';
  /**
   * Whether each object contains an additional field that the interface does not name (open point `unknown-fields`,
   * §2).
   *
   * @default 'stored'
   */
  readonly unknownFields: 'stored' | 'added';
  /**
   * Whether metadata contains an additional field (open point `metadata-fields`, §2.5).
   *
   * @default 'stored'
   */
  readonly metadataFields: 'stored' | 'added';
  /**
   * Whether each workspace configuration includes an additional default response header (open point
   * `header-value-types`, §2.3). The additional header has a value that is not a boolean, such as a string or a number.
   * Mock services are not changed.
   *
   * @default 'stored'
   */
  readonly headerValueTypes: 'stored' | 'added';
  /**
   * Content type of successful responses with a body (open point `content-type`, §4).
   *
   * @default 'application/json'
   */
  readonly contentType:
    | 'application/json'
    | 'application/json; charset=utf-8'
    | 'application/vnd.api+json'
    | 'text/plain; charset=utf-8';
}

/** All values of the options in {@link OperationOptions}, with the default value first. */
export const operationOptions = {
  onExpiry: ['keep', 'hide', 'gone'],
  updatedAt: ['changes', 'stays'],
  repeatedDelete: ['refused', 'accepted'],
} as const satisfies { readonly [Name in keyof OperationOptions]: readonly OperationOptions[Name][] };

type VariationTable = {
  readonly [Name in keyof VariationOptions]: {
    /** Id of the open point. */
    readonly point: string;
    /** All values of the option, with the default value first. */
    readonly values: readonly [VariationOptions[Name], ...VariationOptions[Name][]];
    /**
     * Whether random variation (`grease`) uses one value for all responses, instead of a new value for each response.
     * If `fixed` is true, a resource looks the same in each response.
     */
    readonly fixed: boolean;
  };
};

const stored = ['stored', 'added'] as const;
const bodies = ['empty', 'object', 'text', 'json'] as const;

export const variationOptions = {
  listOrder: { point: 'list-order', values: ['insertion', 'reversed', 'shuffled'], fixed: false },
  deleteBody: { point: 'delete-body', values: bodies, fixed: false },
  clearActivityBody: { point: 'clear-activity-body', values: bodies, fixed: false },
  errorBody: {
    point: 'error-body',
    values: ['problem', 'message', 'nested', 'text', 'html', 'empty'],
    fixed: false,
  },
  identifierCase: { point: 'identifier-form', values: ['stored', 'upper', 'mixed'], fixed: true },
  timestampFraction: {
    point: 'timestamp-fraction',
    values: ['stored', 'trimmed', 'microseconds', 'nanoseconds'],
    fixed: true,
  },
  unknownFields: { point: 'unknown-fields', values: stored, fixed: false },
  metadataFields: { point: 'metadata-fields', values: stored, fixed: false },
  headerValueTypes: { point: 'header-value-types', values: stored, fixed: false },
  contentType: {
    point: 'content-type',
    values: [
      'application/json',
      'application/json; charset=utf-8',
      'application/vnd.api+json',
      'text/plain; charset=utf-8',
    ],
    fixed: false,
  },
} as const satisfies VariationTable;

// The cast is needed because `Object.keys` returns strings.
export const variationNames = Object.keys(variationOptions) as readonly (keyof VariationOptions)[];

/** Id of an open point (unspecified behavior) that the `grease` option can vary at random. */
export type GreasePoint = (typeof variationOptions)[keyof VariationOptions]['point'];

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

type Optional<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** Options that determine the behavior for open points of the interface. */
export interface BehaviorOptions extends Optional<OperationOptions>, Optional<VariationOptions> {
  /** Replaces error statuses. For example, `{ 422: 400 }` replaces 422 with 400 (open point `error-statuses`, §7). */
  readonly errorStatuses?: { readonly [Status in ProblemStatus]?: number } | undefined;
  /**
   * Token that every request for an operation must send in the header `Authorization: Bearer …` (open point
   * `authentication`, §5). A request without the token gets a 401. Admin endpoints need no token, except on
   * Cloudflare Workers.
   *
   * @default no token is required
   */
  readonly requiredToken?: string | undefined;
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
