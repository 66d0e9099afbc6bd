/** Applies the filters in the address to the entries. */
import type { ActivityEntry } from '@mock-services/sdk';
import { findActivity, isArgumentError, type ActivityMatcher } from '@mock-services/sdk/activity';
import type { Route } from '../route/route.ts';

export type Filters = Pick<Route, 'method' | 'status' | 'path' | 'host' | 'since' | 'until'>;

/** The entries of a log that are shown. */
export interface Found {
  /** Entries that match all filters but the time range, from which the range is selected. */
  readonly atAnyTime: readonly ActivityEntry[];
  readonly entries: readonly ActivityEntry[];
  /** Why the filters are invalid; all entries are then shown. */
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

/** Text that does not start like a path may match anywhere in it. */
function glob(path: string): string {
  return /^[/*]/.test(path) ? path : `**${path}**`;
}

function statusOf(status: string | undefined): ActivityMatcher['status'] {
  const digit = /^([1-5])xx$/.exec(status ?? '')?.[1];
  // The expression guarantees that it is one of the five.
  if (digit !== undefined) return `${digit as '1' | '2' | '3' | '4' | '5'}xx`;
  return status === undefined ? undefined : Number(status);
}
