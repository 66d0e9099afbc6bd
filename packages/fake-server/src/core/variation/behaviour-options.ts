/** Options for what the interface leaves open. Each decides one open point. */
import type { ProblemStatus } from '../http/problem.ts';

/** Options that decide what the operations do. */
export interface OperationOptions {
  /**
   * Effect of the expiry of a workspace: `keep`, none; `hide`, it is no longer listed; `gone`, it is not listed, and requests
   * for its configuration and activity get a 410 (open point `expiry`, §3). Default `keep`.
   */
  readonly onExpiry: 'keep' | 'hide' | 'gone';
  /** Whether an update sets `updatedAt` to the time (open point `updated-at`, §4). Default `changes`. */
  readonly updatedAt: 'changes' | 'stays';
  /**
   * Whether deleting a mock service that does not exist is a 404 or a success (open point `error-conditions`, §7).
   * Default `refused`.
   */
  readonly repeatedDelete: 'refused' | 'accepted';
}

/** A body that the interface leaves open: empty, `{}`, text, or an object with a message. */
export type OpenBody = 'empty' | 'object' | 'text' | 'json';

/** Options that shape responses. Each has an open point in the register. */
export interface VariationOptions {
  /**
   * Lists in insertion order, reversed, or in another order each time (open point `list-order`, §4). Default
   * `insertion`.
   */
  readonly listOrder: 'insertion' | 'reversed' | 'shuffled';
  /** Body after a mock service was deleted (open point `delete-body`, §4). Default `empty`. */
  readonly deleteBody: OpenBody;
  /** Body after an activity log was cleared (open point `clear-activity-body`, §4). Default `empty`. */
  readonly clearActivityBody: OpenBody;
  /**
   * Body of an error: problem details, `{ message }`, `{ error: { code, message } }`, text, a page, or nothing (open
   * point `error-body`, §7). Default `problem`.
   */
  readonly errorBody: 'problem' | 'message' | 'nested' | 'text' | 'html' | 'empty';
  /**
   * Identifiers as they are stored, in upper case, or some of them in upper case (open point `identifier-form`, §2).
   * Default `stored`.
   */
  readonly identifierCase: 'stored' | 'upper' | 'mixed';
  /**
   * Timestamps as they are stored, without zeros at the end of the fraction, or with six or nine digits (open point
   * `timestamp-fraction`, §2). Default `stored`.
   */
  readonly timestampFraction: 'stored' | 'trimmed' | 'microseconds' | 'nanoseconds';
  /**
   * Objects as they are stored, or each with a field that the interface does not name (open point `unknown-fields`,
   * §2). Default `stored`.
   */
  readonly unknownFields: 'stored' | 'added';
  /** Metadata as it is stored, or with another field (open point `metadata-fields`, §2.5). Default `stored`. */
  readonly metadataFields: 'stored' | 'added';
  /**
   * Configurations of workspaces as they are stored, or with a default response header of another type; those of
   * mock services always have what was sent (open point `header-value-types`, §2.3). Default `stored`.
   */
  readonly headerValueTypes: 'stored' | 'added';
  /** Content type of a success with a body (open point `content-type`, §4). Default `application/json`. */
  readonly contentType:
    | 'application/json'
    | 'application/json; charset=utf-8'
    | 'application/vnd.api+json'
    | 'text/plain; charset=utf-8';
}

/** All values of the options that decide what the operations do, the default first. */
export const operationOptions = {
  onExpiry: ['keep', 'hide', 'gone'],
  updatedAt: ['changes', 'stays'],
  repeatedDelete: ['refused', 'accepted'],
} as const satisfies { readonly [Name in keyof OperationOptions]: readonly OperationOptions[Name][] };

type VariationTable = {
  readonly [Name in keyof VariationOptions]: {
    /** Id in the register of open points. */
    readonly point: string;
    /** All values, the default first. */
    readonly values: readonly [VariationOptions[Name], ...VariationOptions[Name][]];
    /** Whether all responses of a fake server have the same value, so that a resource always reads the same. */
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

// `Object.keys` returns strings.
export const variationNames = Object.keys(variationOptions) as readonly (keyof VariationOptions)[];

/** The id of an open point that grease varies. */
export type GreasePoint = (typeof variationOptions)[keyof VariationOptions]['point'];

/** Which open points to vary, and from which seed. */
export interface GreaseOptions {
  /** Integer that determines the variation. Default: `randomSeed`. */
  readonly seed?: number | undefined;
  /** Ids of the open points to vary. Default: all. */
  readonly only?: readonly GreasePoint[] | undefined;
  /** Ids of the open points not to vary. */
  readonly except?: readonly GreasePoint[] | undefined;
}

type Optional<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** Options for the open points of the register. */
export interface BehaviourOptions extends Optional<OperationOptions>, Optional<VariationOptions> {
  /** Other statuses for errors, such as `{ 422: 400 }` (open point `error-statuses`, §7). Default none. */
  readonly errorStatuses?: { readonly [Status in ProblemStatus]?: number } | undefined;
  /**
   * Token that every request for an operation must carry as `Authorization: Bearer`; 401 otherwise (open point
   * `authentication`, §5). Admin endpoints need none, except on Workers. Default none.
   */
  readonly requiredToken?: string | undefined;
  /**
   * Varies responses, repeatably, wherever the register of open points allows it, so that no consumer can depend on
   * what is open: `true`, a seed, or what to vary. The header `x-mock-services-grease` of a response names the points
   * that were varied in it. Default false.
   *
   * @example
   * ```ts
   * import { createFakeServer } from '@mock-services/fake-server/core';
   *
   * createFakeServer({ grease: { seed: 7, except: ['list-order'] } });
   * ```
   */
  readonly grease?: boolean | number | GreaseOptions | undefined;
}
