import type { ActivityEntry, MockService, Workspace } from '@mock-services/sdk/contract';

/** What a fake server starts with, and goes back to at a reset. A part that is left out is empty. */
export interface Seed {
  /** In list order. */
  readonly mockServices?: readonly MockService[] | undefined;
  /** In list order. */
  readonly workspaces?: readonly Workspace[] | undefined;
  /** Activity logs by workspace id, oldest entry first. A workspace that is not named here has an empty log. */
  readonly activity?: Readonly<Record<string, readonly ActivityEntry[]>> | undefined;
  /**
   * Configurations of workspaces by workspace id (§4, row 9). A workspace that is not named here has one with
   * its own id, name and creation time, and nothing configured.
   */
  readonly configurations?: Readonly<Record<string, MockService>> | undefined;
}

/** A seed with all of its parts. */
export type CompleteSeed = { readonly [Part in keyof Seed]-?: NonNullable<Seed[Part]> };

/** A seed with nothing in it. */
export function emptyWorld(): CompleteSeed {
  return { mockServices: [], workspaces: [], activity: {}, configurations: {} };
}
