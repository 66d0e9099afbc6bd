import type { ActivityEntry } from '../../contract/resources.ts';
import { routeOf } from './route.ts';
import { type ActivityFigures, Tally } from './tally.ts';

/** Figures of the exchanges of one method and route. */
export interface RouteSummary extends ActivityFigures {
  method: string;
  /** Path without query, with `:id` where an id was: `/orders/:id`. */
  route: string;
}

/** Takes exchanges one by one, and gives the figures of each method and route. */
export class RouteTallies {
  /** By path, since many exchanges have the same. */
  readonly #routes = new Map<string, string>();
  /** By method, and then by route. */
  readonly #tallies = new Map<string, Map<string, Tally>>();
  /** In the order in which they were met. */
  readonly #met: { readonly method: string; readonly route: string; readonly tally: Tally }[] = [];

  /** @param path - Without its query. */
  add(entry: ActivityEntry, path: string): void {
    let route = this.#routes.get(path);
    if (route === undefined) this.#routes.set(path, (route = routeOf(path)));
    this.#tallyOf(entry.request.method, route).add(entry);
  }

  /** The most frequent first. */
  summaries(): RouteSummary[] {
    return this.#met
      .map(({ method, route, tally }) => ({ method, route, ...tally.figures() }))
      .sort((one, other) => other.count - one.count);
  }

  #tallyOf(method: string, route: string): Tally {
    let tallies = this.#tallies.get(method);
    if (tallies === undefined) this.#tallies.set(method, (tallies = new Map<string, Tally>()));
    let tally = tallies.get(route);
    if (tally === undefined) {
      tally = new Tally();
      tallies.set(route, tally);
      this.#met.push({ method, route, tally });
    }
    return tally;
  }
}
