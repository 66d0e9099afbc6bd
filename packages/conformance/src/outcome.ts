/** The outcome of a case, and the errors that end a check early. */

/** Any JSON value. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The outcome of a case as plain JSON. Messages and reasons never contain values of a body. */
export type CaseOutcome =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed';
      /** The expected and the received types, with their paths. */
      readonly message: string;
    }
  | {
      readonly outcome: 'skipped';
      /** The missing permission or data. */
      readonly reason: string;
    }
  | {
      readonly outcome: 'observed';
      /** How the service decides the open point. */
      readonly value: JsonValue;
    };

/** The service violates a statement of the interface. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The check lacks data or a permission. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** A request did not get a complete response. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** The caller aborted the run. */
export class Aborted extends Skip {
  constructor() {
    super('the run was aborted');
  }
}
