import type { SkippedPart } from '@mock-services/sdk/activity';
import type { ActivityEntry, OperationId } from '@mock-services/sdk/contract';
import type { ActivityFixtures } from '../../fixtures/activity.ts';
import type { JournalEntry } from '../../rows/exchange.ts';
import { isFakeServerError } from '../../errors.ts';
import type { FakeServer } from '../../fake.ts';
import type { Journal } from '../../journal/journal.ts';
import type { RequestFields, TimesOption } from '../../journal/received.ts';
import type { JournalFields } from '../../rows/matcher.ts';
import type { CompleteSeed } from '../../fixtures/seed.ts';
import type { Clock } from '../../world/clock.ts';
import { durationOption, longestWaitMs } from '../../option-checks.ts';
import { type Duration, toTimestamp, type Instant } from '../../time/time.ts';

/** Thrown if the body of an admin request is invalid. Nothing has changed. */
export class CallError extends Error {}

/** Returns a seed, because a snapshot takes longer and would contain faults and the journal. */
export function dataOf({
  mockServices,
  workspaces,
  activity,
}: Pick<FakeServer, 'mockServices' | 'workspaces' | 'activity'>): Readonly<
  Record<keyof CompleteSeed, unknown>
> {
  const all = workspaces.list();
  return {
    mockServices: mockServices.list(),
    workspaces: all,
    activity: Object.fromEntries(all.map(({ id }) => [id, activity.list(id)])),
    configurations: Object.fromEntries(all.map(({ id }) => [id, workspaces.getConfiguration(id)])),
  };
}

export type ClockChange = { readonly advance: Duration } | { readonly set: Instant };

export function changeClock(clock: Clock, change: ClockChange): { readonly now: string } {
  try {
    applyChange(clock, change);
  } catch (error) {
    throw error instanceof RangeError ? new CallError(error.message) : error;
  }
  return timeOf(clock);
}

function applyChange(clock: Clock, change: ClockChange | null): void {
  const [[key, value] = [], ...others] = Object.entries(change ?? {}) as [string, unknown][];
  const isTime = typeof value === 'string' || typeof value === 'number';
  if (isTime && others.length === 0 && key === 'set') clock.set(value);
  // `clock.advance` validates the string.
  else if (isTime && others.length === 0 && key === 'advance') clock.advance(value as Duration);
  else
    throw new RangeError(
      'The body must have either "advance", such as "1h", or "set", such as "2026-03-01T12:00:00Z".',
    );
}

export function timeOf(clock: Clock): { readonly now: string } {
  return { now: toTimestamp(clock.now()) };
}

export function findRequests(
  journal: Journal,
  fields: JournalFields,
): Record<'found' | 'explanation', unknown> {
  return { found: journal.find(fields), explanation: journal.explain(fields) };
}

export interface JournalWait {
  readonly matcher: JournalFields;
  /** @default 1000 */
  readonly timeout?: Duration | undefined;
}

export async function waitForRequest(
  journal: Journal,
  { matcher, timeout = 1000 }: JournalWait,
): Promise<JournalEntry> {
  // A server or a proxy could end a request that takes longer.
  const ms = Math.min(durationOption('timeout', timeout), longestWaitMs);
  return journal.waitFor(matcher, { timeout: ms });
}

export interface JournalExpectation extends TimesOption {
  readonly operation: OperationId;
  readonly fields?: RequestFields;
}

export function expectRequests(
  journal: Journal,
  { operation, fields, ...options }: JournalExpectation,
): void {
  journal.expect(operation, fields, options);
}

export function importHar(
  activity: Pick<ActivityFixtures, 'fromHar'>,
  workspaceId: string,
  har: unknown,
): { readonly entries: readonly ActivityEntry[]; readonly skipped: readonly SkippedPart[] } {
  const skipped: SkippedPart[] = [];
  const entries = activity.fromHar(workspaceId, har, { onSkipped: (part) => skipped.push(part) });
  return { entries, skipped };
}

export function cleanliness(checked: Pick<Journal, 'assertClean'>): {
  readonly clean: boolean;
  readonly reasons: readonly string[];
} {
  try {
    checked.assertClean();
    return { clean: true, reasons: [] };
  } catch (error) {
    if (!isFakeServerError(error, 'not-clean')) throw error;
    return { clean: false, reasons: error.reasons };
  }
}
