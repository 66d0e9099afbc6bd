import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import type { JournalEntry } from '../core/index.ts';
import { fakeIn } from './fake-in.ts';
import type { RequestFields } from './matchers.ts';
import { counted, isEnough, verb, wanted, type TimesOption } from './times.ts';
import type { Verdict } from './verdict.ts';

/** The matcher `expect(fake).toHaveReceived(…)`. */
export function toHaveReceived(
  received: unknown,
  operation: OperationId,
  fields: RequestFields = {},
  options: TimesOption = {},
): Verdict {
  const { journal } = fakeIn(received, 'toHaveReceived');
  if (!operationIds.includes(operation)) {
    throw new TypeError(
      `There is no operation ${JSON.stringify(operation)}; there are ${operationIds.join(', ')}.`,
    );
  }
  const sought = { ...fields, operation };
  const found = journal.find(sought);
  const pass = isEnough(found.length, options);
  return {
    pass,
    message: () =>
      [
        `expected the fake server ${pass ? 'not ' : ''}to have received ${wanted(options, 'request', 'requests')} for ${operation} that matches`,
        '',
        found.length === 0 ? journal.explain(sought) : describeFound(found),
      ].join('\n'),
  };
}

const shown = 5;

function describeFound(found: readonly JournalEntry[]): string {
  const lines = found
    .slice(0, shown)
    .map(({ number, method, path, status }) => `  #${number} ${method} ${path} → ${status}`);
  const more = found.length > shown ? [`… and ${found.length - shown} more`] : [];
  return [`${counted(found.length, 'request', 'requests')} ${verb(found.length)}:`, ...lines, ...more].join(
    '\n',
  );
}
