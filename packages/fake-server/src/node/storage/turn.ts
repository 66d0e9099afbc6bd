/**
 * Requests that arrive in one turn of the event loop: what they store is stored together, before any of them is responded to.
 * A transaction for each would cost more than the requests.
 */

/** What is stored together. */
export interface Group {
  /** Stores it, at the first call. Returns whether it is stored; if not, the worlds are as before. */
  readonly store: () => boolean;
}

interface Waiting {
  /** `undefined` for a request that stores nothing: it may have read what others do. */
  readonly group: Group | undefined;
  readonly send: () => void;
  readonly sendAnew: () => void;
}

/** The request that is being responded to, if it can wait. */
let present: { group?: Group } | undefined;
const groups = new Set<Group>();
let waiting: Waiting[] = [];

/** Adds a group to those of this turn, if the request that is being responded to can wait for it. Returns whether it can. */
export function joinTurn(group: Group): boolean {
  if (!present) return false;
  present.group = group;
  groups.add(group);
  return true;
}

/**
 * Responds to a request, and sends the response once what it says is stored.
 *
 * @param respond - Called again, alone, when it was not: the world is then as before.
 */
export function respondInTurn<Response>(respond: () => Response, send: (response: Response) => void): void {
  const request: { group?: Group } = {};
  present = request;
  let response: Response;
  try {
    response = respond();
  } finally {
    present = undefined;
  }
  if (groups.size === 0) {
    send(response);
    return;
  }
  if (waiting.length === 0) setImmediate(endTurn);
  waiting.push({ group: request.group, send: () => send(response), sendAnew: () => send(respond()) });
}

function endTurn(): void {
  const requests = waiting;
  waiting = [];
  const lost = new Set([...groups].filter((group) => !group.store()));
  groups.clear();
  for (const { group, send, sendAnew } of requests) {
    const isLost = group ? lost.has(group) : lost.size > 0;
    if (isLost) sendAnew();
    else send();
  }
}
