/** How an answer may look where the interface is silent. */

/** What is in a body that may say anything: nothing, `{}`, text, or an object with a message. */
export type OpenBody = 'empty' | 'object' | 'text' | 'json';

/** How answers look. Each has an open point of the register. */
export interface Choices {
  /**
   * Lists in insertion order, the other way round, or in another order each time (open point `list-order`, §4).
   * Default `insertion`.
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

/** The name of one of them. */
export type Choice = keyof Choices;

type Rows = {
  readonly [Key in Choice]: {
    /** Id in the register of open points. */
    readonly point: string;
    /** All values, the default first. */
    readonly values: readonly [Choices[Key], ...Choices[Key][]];
    /** Whether it is the same in every answer, so that one resource always reads the same. */
    readonly settled: boolean;
  };
};

const stored = ['stored', 'added'] as const;
const bodies = ['empty', 'object', 'text', 'json'] as const;

export const variations = {
  listOrder: { point: 'list-order', values: ['insertion', 'reversed', 'shuffled'], settled: false },
  deleteBody: { point: 'delete-body', values: bodies, settled: false },
  clearActivityBody: { point: 'clear-activity-body', values: bodies, settled: false },
  errorBody: {
    point: 'error-body',
    values: ['problem', 'message', 'nested', 'text', 'html', 'empty'],
    settled: false,
  },
  identifierCase: { point: 'identifier-form', values: ['stored', 'upper', 'mixed'], settled: true },
  timestampFraction: {
    point: 'timestamp-fraction',
    values: ['stored', 'trimmed', 'microseconds', 'nanoseconds'],
    settled: true,
  },
  unknownFields: { point: 'unknown-fields', values: stored, settled: false },
  metadataFields: { point: 'metadata-fields', values: stored, settled: false },
  headerValueTypes: { point: 'header-value-types', values: stored, settled: false },
  contentType: {
    point: 'content-type',
    values: [
      'application/json',
      'application/json; charset=utf-8',
      'application/vnd.api+json',
      'text/plain; charset=utf-8',
    ],
    settled: false,
  },
} as const satisfies Rows;

/** The id of an open point that grease varies. */
export type GreasePoint = (typeof variations)[Choice]['point'];

// The keys of the table are known to be its keys, which `Object.keys` does not say.
export const choiceNames = Object.keys(variations) as readonly Choice[];

/** The id of every point that grease varies. */
export const greasePoints: readonly GreasePoint[] = choiceNames.map((name) => variations[name].point);
