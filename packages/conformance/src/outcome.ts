/** Defines the outcome of a case, and the errors that end a check early. */

/** Any JSON value. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The outcome of a case as plain JSON. Messages and reasons never contain values from a body. */
export type CaseOutcome =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed';
      /** Describes the expected and the received types, with their paths. */
      readonly message: string;
    }
  | {
      readonly outcome: 'skipped';
      /** Describes the missing permission or the missing data. */
      readonly reason: string;
      /** Whether the service refused to serve the run: it requires credentials, limits the rate, or does not respond. */
      readonly refused?: true;
    }
  | {
      readonly outcome: 'observed';
      /** The observed behavior of the service for the open point. */
      readonly value: JsonValue;
      /** Describes the parts of the open point that could not be observed. */
      readonly missing?: readonly string[];
    };

/** Thrown if the service does not behave as the interface states. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Thrown if the permission or the data for a check is missing. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** Thrown if the service refuses to serve the run, so that a response says nothing about the case. */
export class Refused extends Skip {}

/** Thrown if no complete response to a request arrives. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Thrown if the caller has aborted the run, or the run has exceeded its time limit. */
export class Aborted extends Skip {
  constructor(reason = 'the run was aborted') {
    super(reason);
  }
}
