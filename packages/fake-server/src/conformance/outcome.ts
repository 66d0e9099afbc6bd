/** How a case ends. Inside a case, anything but success is thrown; `settle` makes a plain outcome of it. */
import type { JsonValue } from './profile.ts';

/** The outcome of a case. Plain JSON data; no value of a body is in a message or a reason. */
export type CaseOutcome =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed';
      /** What was expected where, and what was there instead. */
      readonly message: string;
    }
  | {
      readonly outcome: 'skipped';
      /** What the case would need. */
      readonly reason: string;
    }
  | {
      readonly outcome: 'observed';
      /** The service's answer to an open point. */
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

/** A request to which there was no whole answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The caller ended the run. */
export class Aborted extends Skip {
  constructor() {
    super('the run was aborted');
  }
}

/** Runs a case to its outcome. Never rejects. */
export async function settle(run: () => Promise<CaseOutcome>): Promise<CaseOutcome> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Skip) return { outcome: 'skipped', reason: error.message };
    if (error instanceof Failure || error instanceof NoAnswer) {
      return { outcome: 'failed', message: error.message };
    }
    // Only its name: an unknown message may quote what was sent or received.
    const name = error instanceof Error ? error.name : typeof error;
    return { outcome: 'failed', message: `the case could not be finished: ${name}` };
  }
}
