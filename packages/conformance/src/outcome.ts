/** The outcome of a case. Inside a case every outcome but success is thrown as one of these errors. */
import type { JsonValue } from './profile.ts';

/** The outcome of a case. Plain JSON data; messages and reasons never contain a value of a body. */
export type CaseOutcome =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed';
      /** What was expected where, and what was received instead. */
      readonly message: string;
    }
  | {
      readonly outcome: 'skipped';
      /** What the case would need. */
      readonly reason: string;
    }
  | {
      readonly outcome: 'observed';
      /** What the service does about an open point. */
      readonly value: JsonValue;
    };

/** The service breaks what the interface states. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** There is nothing to judge. */
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
