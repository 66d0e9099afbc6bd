/**
 * The parts of the client that a call needs only when something goes wrong, or when it streams. They are loaded at that moment, within the
 * call's own budget and signal.
 */
import type { Call } from './call.ts';
import type * as Failure from './failure/index.ts';
import type * as Refusal from './refusal/index.ts';
import type * as Stream from './stream/open-log.ts';

/** Loads what repeats, follows and explains: retries, redirects, and every failure but an abort or a time-out. */
export function loadFailure(call: Call): Promise<typeof Failure> {
  return load(call, import('./failure/index.ts'));
}

/** Loads what explains why a value differs from the interface: the schemas, and zod. */
export function loadRefusal(call: Call): Promise<typeof Refusal> {
  return load(call, import('./refusal/index.ts'));
}

/** Loads what hands on a body as it arrives. */
export function loadStream(call: Call): Promise<typeof Stream> {
  return load(call, import('./stream/open-log.ts'));
}

/** A page that is offline cannot load anything either. The call then fails with the one error that is certain. */
async function load<Part>(call: Call, part: Promise<Part>): Promise<Part> {
  try {
    // What is there already comes also when no time is left: a failure that is known is told.
    return await call.within(part, Math.max(1, call.timeLeft));
  } catch (cause) {
    throw (call.explained =
      call.ended(cause) ??
      call.networkError('the call failed, and the script that explains why could not be loaded.', {
        cause,
        status: call.status,
      }));
  }
}
