import type { ActivityEntry, MockService, Workspace } from '@mock-services/sdk/contract';
import type { Exchange } from '../fixtures/exchange.ts';
import type { MockServiceDraft } from '../fixtures/mock-services.ts';
import type { WorkspaceDraft } from '../fixtures/workspaces.ts';
import { decode } from '../world/json.ts';
import type { World } from '../world/world.ts';

/**
 * The data that a fake server starts with, and returns to at a reset. A part that is left out is empty. Fields that are left
 * out are filled in as the fixtures do: `{ title: 'Orders' }` is a mock service.
 */
export interface Seed {
  /** In list order. */
  readonly mockServices?: readonly MockServiceDraft[] | undefined;
  /** In list order. */
  readonly workspaces?: readonly Omit<WorkspaceDraft, 'configuration'>[] | undefined;
  /** Activity logs by workspace id, oldest entry first. A workspace without a key has an empty log. */
  readonly activity?: Readonly<Record<string, readonly Exchange[]>> | undefined;
  /**
   * Configurations of workspaces by workspace id (§4, row 9). A workspace without a key has one with its own id, name and
   * creation time, and nothing configured.
   */
  readonly configurations?: Readonly<Record<string, MockServiceDraft>> | undefined;
}

/** A seed in which every part and every field is present. */
export interface CompleteSeed {
  readonly mockServices: MockService[];
  readonly workspaces: Workspace[];
  readonly activity: Record<string, ActivityEntry[]>;
  readonly configurations: Record<string, MockService>;
}

/** A seed with nothing in it. */
export function emptyWorld(): CompleteSeed {
  return { mockServices: [], workspaces: [], activity: {}, configurations: {} };
}

/** The current data of a world, as a seed that makes it again. */
export function seedOf(world: World): CompleteSeed {
  const seed = emptyWorld();
  for (const row of world.mockServices.values()) seed.mockServices.push(decode(row));
  for (const row of world.workspaces.values()) {
    const workspace = decode(row);
    const configuration = world.configurations.get(workspace.id);
    seed.workspaces.push(workspace);
    seed.activity[workspace.id] = Array.from(world.log(workspace.id)?.values() ?? [], decode);
    if (configuration !== undefined) seed.configurations[workspace.id] = decode(configuration);
  }
  return seed;
}
