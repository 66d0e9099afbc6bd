/** From the filters in the address to the entries that are shown. */
import type { ActivityEntry } from '@mock-services/sdk';
import { findActivity, isArgumentError, type ActivityMatcher } from '@mock-services/sdk/activity';
import type { Place } from '../place/place.ts';

export type Filters = Pick<Place, 'method' | 'status' | 'path' | 'host' | 'since' | 'until'>;

/** The entries of a log that are shown. */
export interface Found {
  /** Those that all filters but the range of time let pass: what the range is chosen from. */
  readonly atAnyTime: readonly ActivityEntry[];
  readonly entries: readonly ActivityEntry[];
  /** Why the filters mean nothing; all entries are shown then. */
  readonly problem: string | undefined;
}

export function filter(log: readonly ActivityEntry[], { since, until, ...others }: Filters): Found {
  try {
    const matcher = matcherOf(others);
    const atAnyTime = matcher === undefined ? log : findActivity(log, matcher);
    const entries =
      since === undefined && until === undefined ? atAnyTime : findActivity(atAnyTime, { since, until });
    return { atAnyTime, entries, problem: undefined };
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    return { atAnyTime: log, entries: log, problem: error.message };
  }
}

function matcherOf({ method, status, path, host }: Filters): ActivityMatcher | undefined {
  if ([method, status, path, host].every((text) => text === undefined)) return undefined;
  return { method, path: path === undefined ? undefined : glob(path), host, status: statusOf(status) };
}

/** What does not begin like a path is looked for anywhere in it. */
function glob(path: string): string {
  return /^[/*]/.test(path) ? path : `**${path}**`;
}

function statusOf(status: string | undefined): ActivityMatcher['status'] {
  const digit = /^([1-5])xx$/.exec(status ?? '')?.[1];
  // The expression has shown that it is one of the five.
  if (digit !== undefined) return `${digit as '1' | '2' | '3' | '4' | '5'}xx`;
  return status === undefined ? undefined : Number(status);
}
