import { idKey } from '../contract/id-key.ts';
import type { ActivityEntry, MockService, MockServiceSummary, Workspace } from '../contract/resources.ts';
import { isGone } from '../status.ts';
import { isApiError } from '../errors.ts';
import { anySignal } from '../race.ts';
import { checkFields, invalid } from '../activity/arguments.ts';
import { redact } from '../activity/redact.ts';

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly validation: ReadSeedOptions['validation'];
}

/** An object that reads from a service, such as a client from `createClient`. */
export interface SeedReader {
  readonly mockServices: {
    list(options: ReadOptions): PromiseLike<readonly MockServiceSummary[]>;
    get(id: string, options: ReadOptions): PromiseLike<MockService>;
  };
  readonly workspaces: {
    list(options: ReadOptions): PromiseLike<readonly Workspace[]>;
    getConfiguration(workspaceId: string, options: ReadOptions): PromiseLike<MockService>;
  };
  readonly activity: {
    list(workspaceId: string, options: ReadOptions): PromiseLike<ActivityEntry[]>;
  };
}

export interface ReadSeedOptions {
  /**
   * Whether to read the workspaces and their configurations.
   * @default true
   */
  readonly workspaces?: boolean | undefined;
  /**
   * Whether to read all activity logs, or a list of workspace ids whose logs to read.
   * @default false
   */
  readonly activity?: boolean | readonly string[] | undefined;
  /**
   * Whether to keep credentials in the logs, which `redact` would replace.
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
  /**
   * Reaction to a response that differs from the interface, as in client methods. An incomplete log entry causes a
   * `TypeError`, because it cannot be redacted.
   * @default the client's own option
   */
  readonly validation?: 'strict' | 'warn' | 'off' | undefined;
  /** Aborts all reads. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each mock service and each workspace. */
  readonly onProgress?: ((progress: SeedProgress) => void) | undefined;
  /** Called for each mock service and each workspace that the result omits. */
  readonly onSkipped?: ((skipped: SkippedResource) => void) | undefined;
}

export interface SeedProgress {
  /** Number of mock services and workspaces that were read or skipped. */
  readonly done: number;
  readonly total: number;
}

/** A mock service or a workspace that was probably deleted or expired after the list was read. */
export interface SkippedResource {
  readonly kind: 'mockService' | 'workspace';
  readonly id: string;
  /** The status 404 or 410 of reading the mock service, or the configuration or log of the workspace. */
  readonly status: number;
}

/** The data of a service, which a fake server accepts as its seed. */
export interface ServiceSeed {
  /** In list order. */
  readonly mockServices: MockService[];
  /** In list order. */
  readonly workspaces: Workspace[];
  /** Configurations by workspace id (§4, row 9). */
  readonly configurations: Record<string, MockService>;
  /** Logs by workspace id, in the order of the service. Absent if the option `activity` is false. */
  readonly activity?: Record<string, ActivityEntry[]>;
}

/**
 * Copies the mock services, workspaces and configurations of a service, and optionally its redacted logs. All requests
 * are GET requests, at most 8 at a time.
 *
 * A mock service or workspace is omitted if the service responds with 404 or 410. The copy may contain changes that
 * other clients make during the reads.
 * @throws The client's error if a read fails or `signal` is aborted. Then all other reads are aborted.
 * @throws TypeError if an option is invalid, or `activity` contains an id that the service does not list.
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server/core';
 * import { readSeed } from '@mock-services/sdk/seed';
 *
 * const fake = createFakeServer({ seed: await readSeed(client, { activity: true }) });
 * ```
 */
export async function readSeed(client: SeedReader, options: ReadSeedOptions = {}): Promise<ServiceSeed> {
  checkOptions(options);
  const { workspaces = true, activity = false, includeCredentials = false, validation, signal } = options;
  const failing = new AbortController();
  const read = { signal: anySignal(failing.signal, signal), validation };
  try {
    const summaries = await client.mockServices.list(read);
    const listed = workspaces || activity !== false ? await client.workspaces.list(read) : [];
    const isLogged = logFilter(activity, listed);
    const copied = workspaces ? listed : listed.filter(isLogged);
    const readEach = eachReader(options, summaries.length + copied.length);
    const mockServices = await readEach('mockService', summaries, ({ id }) =>
      client.mockServices.get(id, read),
    );
    const found = await readEach('workspace', copied, async (workspace) => {
      const { id } = workspace;
      const configuration = workspaces ? await client.workspaces.getConfiguration(id, read) : undefined;
      const log = isLogged(workspace) ? await client.activity.list(id, read) : undefined;
      return { workspace, configuration, log: includeCredentials ? log : log && redact(log) };
    });
    const byId = <Part>(partOf: (item: (typeof found)[number]) => Part | undefined) =>
      Object.fromEntries(
        found.flatMap((item) => {
          const part = partOf(item);
          return part === undefined ? [] : [[item.workspace.id, part]];
        }),
      );
    return {
      mockServices,
      workspaces: found.map(({ workspace }) => workspace),
      configurations: byId(({ configuration }) => configuration),
      ...(activity !== false && { activity: byId(({ log }) => log) }),
    };
  } catch (error) {
    failing.abort();
    throw error;
  }
}

/** Number of parallel reads. A higher number would not make a copy faster. */
const readsAtATime = 8;

function eachReader({ onProgress, onSkipped }: ReadSeedOptions, total: number) {
  let done = 0;
  return async <Item extends { readonly id: string }, Result>(
    kind: SkippedResource['kind'],
    items: readonly Item[],
    read: (item: Item) => PromiseLike<Result>,
  ): Promise<Result[]> => {
    const results: (Result | undefined)[] = [];
    const rest = items.entries();
    const work = async () => {
      for (const [index, item] of rest) {
        try {
          results[index] = await read(item);
        } catch (error) {
          if (!isApiError(error) || !isGone(error.status)) throw error;
          onSkipped?.({ kind, id: item.id, status: error.status });
        }
        onProgress?.({ done: (done += 1), total });
      }
    };
    await Promise.all(Array.from({ length: readsAtATime }, work));
    return results.filter((result) => result !== undefined);
  };
}

function logFilter(
  activity: boolean | readonly string[],
  listed: readonly Workspace[],
): (workspace: Workspace) => boolean {
  if (typeof activity === 'boolean') return () => activity;
  const known = new Set(listed.map(({ id }) => idKey(id)));
  const wanted = new Set(activity.map(idKey));
  const unknown = activity.find((id) => !known.has(idKey(id)));
  if (unknown !== undefined)
    throw invalid('options.activity', 'ids of workspaces that the service lists', unknown);
  return ({ id }) => wanted.has(idKey(id));
}

const optionNames = [
  'workspaces',
  'activity',
  'includeCredentials',
  'validation',
  'signal',
  'onProgress',
  'onSkipped',
] as const satisfies readonly (keyof ReadSeedOptions)[];

function checkOptions(options: ReadSeedOptions): void {
  checkFields('options', options, optionNames, 'option');
  const { activity = false } = options;
  const isList = Array.isArray(activity) && activity.every((id) => typeof id === 'string');
  if (typeof activity !== 'boolean' && !isList)
    throw invalid('options.activity', 'a boolean or a list of workspace ids', activity);
}
