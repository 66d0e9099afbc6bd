/** Any JSON value. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The outcome of a case as plain JSON. Strings in an outcome never contain values of a response body. */
export type CaseOutcome =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed';
      /** Paths of the differences, with expected and received types. */
      readonly message: string;
    }
  | {
      readonly outcome: 'skipped';
      /** The missing permission or data. */
      readonly reason: string;
      /**
       * Whether the case was skipped because the service requires credentials, limits the rate, does not respond, or
       * did not delete the first mock service of the run.
       */
      readonly refused?: true;
    }
  | {
      readonly outcome: 'observed';
      /** The answer to the question of the open point. */
      readonly value: JsonValue;
      /** Descriptions of the parts of the open point that could not be observed. */
      readonly missing?: readonly string[];
    };

/** Thrown if the service violates the interface. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Thrown if the permission or the data for a check is missing. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** Thrown if the service requires credentials, limits the rate or does not respond. */
export class Refused extends Skip {
  /** Status of the response. `undefined` if the error is not about a single response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Thrown if the service does not delete the first mock service of a run. This error ends the run. */
export class NotDeleted extends Error {
  override readonly name = 'NotDeleted';
}

/** Thrown if no complete response to a request arrives. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Thrown after a temporary failure of the service or a proxy, such as a 503 response. */
export class Unavailable extends NoResponse {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Thrown if the caller aborts the run, or the run exceeds its time limit. */
export class Aborted extends Skip {
  constructor(reason = 'the run was aborted') {
    super(reason);
  }
}
