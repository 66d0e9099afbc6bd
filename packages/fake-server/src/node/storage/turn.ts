/**
 * Requests that arrive in one turn of the event loop: what they store is stored together, before any of them is responded to.
 * A transaction for each would cost more than the requests.
 */

// As it is now: a test may replace timers while a server runs.
const { setImmediate } = globalThis;

/** What is stored together. */
export interface Group {
  /** Stores it, at the first call. Returns whether it is stored; if not, the worlds are as before. */
  readonly store: () => boolean;
}

/** A request whose response waits. */
interface Waiting {
  /** What it changed. */
  readonly groups: readonly Group[];
  /** Whether it can be done again although it was not undone. */
  readonly isSafe: boolean;
  readonly send: () => void;
  readonly sendAnew: () => void;
}

/** The groups of the request that is being responded to, if it can wait. */
let present: Group[] | undefined;

/** Adds a group to those of this turn, if the request that is being responded to can wait for it. Returns whether it can. */
export function joinTurn(group: Group): boolean {
  if (!present) return false;
  if (!present.includes(group)) present.push(group);
  return true;
}

/** The turns of a server. */
export class Turns {
  #groups = new Set<Group>();
  #waiting: Waiting[] = [];

  /**
   * Responds to a request, and sends the response once what it says is stored.
   *
   * @param isSafe - Whether the request only reads: it may have read what others changed.
   * @param respond - Called again, alone, when it was not stored: the world is then as before.
   */
  respond<Response>(isSafe: boolean, respond: () => Response, send: (response: Response) => void): void {
    const groups: Group[] = [];
    present = groups;
    let response: Response;
    try {
      response = respond();
    } finally {
      present = undefined;
      for (const group of groups) this.#add(group);
    }
    if (this.#groups.size === 0) {
      send(response);
      return;
    }
    this.#waiting.push({
      groups,
      isSafe,
      send: () => send(response),
      sendAnew: () => send(respond()),
    });
  }

  #add(group: Group): void {
    if (this.#groups.size === 0) setImmediate(() => this.#end());
    this.#groups.add(group);
  }

  #end(): void {
    const [groups, waiting] = [this.#groups, this.#waiting];
    [this.#groups, this.#waiting] = [new Set(), []];
    const lost = new Set([...groups].filter((group) => !group.store()));
    for (const request of waiting) {
      const isLost = request.groups.some((group) => lost.has(group));
      const mayHaveReadIt = request.isSafe && request.groups.length === 0 && lost.size > 0;
      if (isLost || mayHaveReadIt) request.sendAnew();
      else request.send();
    }
  }
}
