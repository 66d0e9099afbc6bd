import { explainNoMatch, findActivity, redact, type ActivityMatcher } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/contract';
import { fakeIn } from './fake-in.ts';
import { counted, isEnough, verb, wanted, type TimesOption } from './times.ts';
import type { Verdict } from './verdict.ts';

/** The matcher `expect(fake).toHaveRecorded(…)`. */
export function toHaveRecorded(
  received: unknown,
  workspaceId: string,
  matcher: ActivityMatcher = {},
  options: TimesOption = {},
): Verdict {
  const entries = fakeIn(received, 'toHaveRecorded').activity.list(workspaceId);
  const found = findActivity(entries, matcher);
  const subject = `the activity log of workspace ${workspaceId}`;
  const pass = isEnough(found.length, options);
  return {
    pass,
    // Asked for when the verdict is not what was expected: after `not`, when it passes.
    message: () =>
      [
        `expected ${subject} ${pass ? 'not ' : ''}to have ${wanted(options, 'entry', 'entries')} that matches`,
        '',
        found.length === 0 ? explainNoMatch(entries, matcher) : describeFound(found),
      ].join('\n'),
  };
}

const shown = 5;

function describeFound(found: readonly ActivityEntry[]): string {
  const lines = redact(found.slice(0, shown)).map(
    ({ id, request, response, timestamp }, index) =>
      `${index + 1}. ${request.method} ${request.hostname}${request.path} → ${response.statusCode}, at ${timestamp} (${id})`,
  );
  const more = found.length > shown ? [`… and ${found.length - shown} more`] : [];
  return [`${counted(found.length, 'entry', 'entries')} ${verb(found.length)}:`, ...lines, ...more].join(
    '\n',
  );
}
