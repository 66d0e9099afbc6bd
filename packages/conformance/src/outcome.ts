/** The outcome of a case, and the errors by which a check ends early. */

/** Any JSON value. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The outcome of a case. Plain JSON data; messages and reasons never contain a value of a body. */
export type CaseOutcome =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed';
      /** What was expected and what was received instead, each with its place. */
      readonly message: string;
    }
  | {
      readonly outcome: 'skipped';
      /** The permission or data that the case lacks. */
      readonly reason: string;
    }
  | {
      readonly outcome: 'observed';
      /** How the service decides the open point. */
      readonly value: JsonValue;
    };

/** The service breaks a statement of the interface. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The check has no data or no permission. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** A request got no complete response. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** The caller aborted the run. */
export class Aborted extends Skip {
  constructor() {
    super('the run was aborted');
  }
}
