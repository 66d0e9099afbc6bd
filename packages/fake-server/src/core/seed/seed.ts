import type { ActivityEntry, MockService, Workspace } from '@mock-services/sdk/contract';
import type { Exchange } from '../fixtures/exchange.ts';
import type { MockServiceDraft } from '../fixtures/mock-services.ts';
import type { WorkspaceDraft } from '../fixtures/workspaces.ts';
import { decode } from '../world/json.ts';
import type { World } from '../world/world.ts';

/**
 * The initial data of a fake server, which `reset()` restores. An omitted part is empty. An omitted field gets the
 * same default as in the fixtures, so `{ title: 'Orders' }` is a complete mock service.
 */
export interface Seed {
  /** URL or path of the JSON Schema of seeds, for editors. The fake server ignores it. */
  readonly $schema?: string | undefined;
  /** Mock services in the order in which the service lists them. */
  readonly mockServices?: readonly MockServiceDraft[] | undefined;
  /** Workspaces in the order in which the service lists them. */
  readonly workspaces?: readonly Omit<WorkspaceDraft, 'configuration'>[] | undefined;
  /** Activity logs by workspace id, with the oldest entry first. All other workspaces have an empty log. */
  readonly activity?: Readonly<Record<string, readonly Exchange[]>> | undefined;
  /**
   * Workspace configurations by workspace id (§4, row 9). All other workspaces have an empty configuration with the
   * id, name and creation time of the workspace.
   */
  readonly configurations?: Readonly<Record<string, MockServiceDraft>> | undefined;
}

/** A seed with all parts and all fields. */
export interface CompleteSeed {
  readonly mockServices: MockService[];
  readonly workspaces: Workspace[];
  readonly activity: Record<string, ActivityEntry[]>;
  readonly configurations: Record<string, MockService>;
}

/** Returns a seed without data. */
export function emptyWorld(): CompleteSeed {
  return { mockServices: [], workspaces: [], activity: {}, configurations: {} };
}

/** Returns the current data of a world in the form of a seed. */
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
