/** Any JSON value. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The outcome of a case as plain JSON. Its strings never contain values from a response body. */
export type CaseOutcome =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed';
      /** Names the expected and received types and their paths. */
      readonly message: string;
    }
  | {
      readonly outcome: 'skipped';
      /** The permission or the data that is missing. */
      readonly reason: string;
      /** Whether the service refused the run: it requires credentials, limits the rate, or does not respond. */
      readonly refused?: true;
    }
  | {
      readonly outcome: 'observed';
      /** The answer to the open point's question. */
      readonly value: JsonValue;
      /** The parts of the open point that could not be observed. */
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

/** Thrown if the service refuses to serve the run, so that its response proves nothing about the case. */
export class Refused extends Skip {
  /** The status of the response, if there is one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Thrown if the service still has the first mock service of a run, although the run deleted it. Ends the run. */
export class NotDeleted extends Error {
  override readonly name = 'NotDeleted';
}

/** Thrown if no complete response to a request arrives. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Thrown if the service or a proxy cannot respond at the moment, so that its response proves nothing about the case. */
export class Unavailable extends NoResponse {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Thrown if the caller aborted the run, or the run exceeded its time limit. */
export class Aborted extends Skip {
  constructor(reason = 'the run was aborted') {
    super(reason);
  }
}
