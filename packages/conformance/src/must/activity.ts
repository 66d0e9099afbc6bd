/** The fields of recorded exchanges, and the values that §2.5 describes. */
import { activityEntry } from '@mock-services/sdk/contract';
import { must, type ConformanceCase } from '../case.ts';
import { expectNone, shapeProblems } from '../expect.ts';
import type { ConformanceContext } from '../service/context.ts';
import { existingEntries } from '../service/existing.ts';
import { recordOf } from '../service/http.ts';

const about = { clause: '§2.5', operation: 'listActivity' } as const;

/** A token (RFC 9110 §5.6.2). */
const method = /^[\w!#$%&'*+.^`|~-]+$/;

/** Either alphabet, with or without padding: which one is open. A single last character cannot be decoded. */
const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/;

export const activityCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'activity-entry-fields',
    title: 'An activity entry has id, request, response, metadata and timestamp, with all of their fields.',
    check: async (context) => {
      const entries = await existingEntries(context);
      expectNone(entries.flatMap((entry, i) => shapeProblems(activityEntry, entry, `entry[${i}]`)));
    },
  }),
  must({
    ...about,
    id: 'activity-method',
    title: "A recorded request's method is an HTTP method.",
    check: (context) =>
      expectValues(context, 'request.method', 'an HTTP method', (value) => method.test(String(value))),
  }),
  must({
    ...about,
    id: 'activity-status',
    title: "A recorded response's status is an HTTP status.",
    check: (context) =>
      expectValues(
        context,
        'response.statusCode',
        'a number of three digits',
        (value) => Number(value) >= 100 && Number(value) <= 999,
      ),
  }),
  must({
    ...about,
    id: 'activity-request-body',
    title: "A recorded request's body is Base64.",
    check: (context) => expectValues(context, 'request.bodyBase64Encoded', 'Base64', isBase64),
  }),
  must({
    ...about,
    id: 'activity-response-body',
    title: "A recorded response's body is Base64.",
    check: (context) => expectValues(context, 'response.bodyBase64Encoded', 'Base64', isBase64),
  }),
];

function isBase64(value: string | number): boolean {
  return base64.test(String(value).replaceAll(/\s/g, ''));
}

async function expectValues(
  context: ConformanceContext,
  path: `${'request' | 'response'}.${string}`,
  expected: string,
  isValid: (value: string | number) => boolean,
): Promise<void> {
  const entries = await existingEntries(context);
  expectNone(
    entries.flatMap((entry, i) => {
      const value = path.split('.').reduce<unknown>((object, name) => recordOf(object)?.[name], entry);
      // `activity-entry-fields` reports a field of another type.
      const isJudged = typeof value === 'string' || typeof value === 'number';
      return !isJudged || isValid(value)
        ? []
        : [`entry[${i}].${path}: expected ${expected}, received another ${typeof value}`];
    }),
  );
}
