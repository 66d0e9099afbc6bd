import type { ActivityEntry } from '../../contract/resources.ts';
import { isCredentialName } from '../redact/names.ts';
import { redactPath } from '../redact/text.ts';
import { compileMatcher } from './compile.ts';
import type { Criterion } from './criterion.ts';
import type { ActivityMatcher } from './matcher.ts';
import { show } from './show.ts';

const shown = 3;

/**
 * Says why no entry matches: the three entries that come nearest, and which fields of each differ. Bodies
 * are not quoted and credentials are redacted, so that it can stand in the log of a test.
 *
 * @returns Lines of text; where entries do match, how many.
 * @throws {@link ArgumentError} when the matcher has no meaning.
 * @example
 * ```ts
 * import { explainNoMatch } from '@mock-services/sdk/activity';
 *
 * explainNoMatch(entries, { method: 'POST', path: '/orders' });
 * // No entry matches, of 2 recorded. The nearest:
 * // 1. GET orders.example.com:443/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (5c0e9d2b-…)
 * //    method: expected POST, recorded GET
 * ```
 */
export function explainNoMatch(entries: readonly ActivityEntry[], matcher: ActivityMatcher): string {
  const criteria = compileMatcher(matcher);
  const misses = entries.map((entry) => missOf(entry, criteria));
  const matching = misses.filter(({ failed }) => failed.length === 0).length;
  if (matching > 0) return `${matching} of ${entries.length} recorded entries match.`;
  if (entries.length === 0) return 'No entry matches: none was recorded.';
  const nearest = misses.sort((one, other) => one.distance - other.distance).slice(0, shown);
  return [`No entry matches, of ${entries.length} recorded. The nearest:`, ...nearest.flatMap(describe)].join(
    '\n',
  );
}

/** An entry, and the criteria that it fails. */
interface Miss {
  readonly entry: ActivityEntry;
  readonly failed: readonly Criterion[];
  readonly distance: number;
}

function missOf(entry: ActivityEntry, criteria: readonly Criterion[]): Miss {
  const failed = criteria.filter((criterion) => !criterion.matches(entry));
  return { entry, failed, distance: failed.reduce((sum, { weight }) => sum + weight, 0) };
}

function describe({ entry, failed }: Miss, index: number): string[] {
  const { id, request, response, timestamp } = entry;
  const path = show(redactPath(request.path, isCredentialName));
  const place = `${show(request.method)} ${show(request.hostname)}:${request.port}${path}`;
  const answer = `${response.statusCode} in ${response.responseTimeMs} ms`;
  return [
    `${index + 1}. ${place} → ${answer}, at ${show(timestamp)} (${show(id)})`,
    ...failed.map((criterion) => `   ${criterion.field}: ${criterion.difference(entry)}`),
  ];
}
