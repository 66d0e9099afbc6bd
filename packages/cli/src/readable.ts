import { type ExactReader, Failure, shown, type Terminal } from '@mock-services/cli-kit';
import type { ActivityEntry, Client, ValidationMode } from '@mock-services/sdk';
import { isActivityError, toHar } from '@mock-services/sdk/activity';

/** With `warn`, entries that differ from the interface are processed if possible. */
export interface LogOptions {
  readonly validation?: Exclude<ValidationMode, 'off'> | undefined;
}

/** Throws a `Failure` if the response contains no list, because the client accepts such a response with `warn`. */
export async function readLog(
  { activity }: Pick<Client, 'activity'>,
  read: ExactReader,
  workspaceId: string,
  options: LogOptions & { readonly signal?: AbortSignal | undefined },
): Promise<ActivityEntry[]> {
  const log: unknown = await read(activity.list(workspaceId, options));
  if (!Array.isArray(log))
    throw new Failure(
      'The service responded without a log. Expected a list under `data`. Check that --url is its base URL.',
    );
  return log as ActivityEntry[];
}

/**
 * Returns the entries that are complete enough to process, and reports the other entries.
 *
 * @param decodes - Whether the program decodes bodies, which must then be valid Base64.
 */
export function readable(
  entries: ActivityEntry[],
  { validation }: LogOptions,
  { error: report }: Pick<Terminal, 'error'>,
  decodes = false,
): ActivityEntry[] {
  // Without `warn`, the client has already rejected logs with incomplete entries.
  if (validation !== 'warn') return entries;
  return entries.filter((entry) => {
    try {
      // An entry that `toHar` can convert is complete, because `toHar` reads every part.
      return toHar([entry], { includeCredentials: true }).log.entries.length > 0;
    } catch (error) {
      if (isActivityError(error, 'unreadable-body')) {
        if (decodes) report(`Left out a log entry. ${shown(error.message)}`);
        return !decodes;
      }
      const [, problem] = /^toHar: entries\[0\][.:] ?(.*)/.exec((error as Error).message) ?? [];
      if (problem === undefined) throw error;
      const { id = 'without an id' } = Object(entry) as Partial<ActivityEntry>;
      report(`Left out the log entry ${shown(id)}: ${problem}`);
      return false;
    }
  });
}
