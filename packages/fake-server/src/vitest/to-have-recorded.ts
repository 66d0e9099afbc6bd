import { explainNoMatch, findActivity, redact, type ActivityMatcher } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/contract';
import type { FakeServer } from '../core/index.ts';
import { isEnough, wanted, type TimesOption } from './times.ts';

/** What a matcher returns to vitest. */
interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matcher `expect(fake).toHaveRecorded(…)`. */
export function toHaveRecorded(
  received: unknown,
  workspaceId: string,
  matcher: ActivityMatcher = {},
  options: TimesOption = {},
): Verdict {
  const entries = activityOf(received).list(workspaceId);
  const found = findActivity(entries, matcher);
  const subject = `the activity log of workspace ${workspaceId}`;
  const pass = isEnough(found.length, options);
  return {
    pass,
    // Asked for when the verdict is not what was expected: after `not`, when it passes.
    message: () =>
      [
        `expected ${subject} ${pass ? 'not ' : ''}to have ${wanted(options)} that matches`,
        '',
        found.length === 0 ? explainNoMatch(entries, matcher) : describeFound(found),
      ].join('\n'),
  };
}

function activityOf(received: unknown): Pick<FakeServer['activity'], 'list'> {
  if (isFake(received)) return received.activity;
  throw new TypeError('toHaveRecorded() is a matcher for fake servers: expect(fake).toHaveRecorded(…)');
}

function isFake(value: unknown): value is Pick<FakeServer, 'activity'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'activity' in value &&
    typeof value.activity === 'object' &&
    value.activity !== null &&
    'record' in value.activity
  );
}

const shown = 5;

function describeFound(found: readonly ActivityEntry[]): string {
  const lines = redact(found.slice(0, shown)).map(
    ({ id, request, response, timestamp }, index) =>
      `${index + 1}. ${request.method} ${request.hostname}${request.path} → ${response.statusCode}, at ${timestamp} (${id})`,
  );
  const more = found.length > shown ? [`… and ${found.length - shown} more`] : [];
  return [
    `${found.length === 1 ? '1 entry matches' : `${found.length} entries match`}:`,
    ...lines,
    ...more,
  ].join('\n');
}
