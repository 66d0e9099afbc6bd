/** The values of recorded exchanges, as far as §2.5 says what they are. */
import { recordOf } from '../answer.ts';
import { must, type ConformanceCase } from '../case.ts';
import type { ConformanceContext } from '../context.ts';
import { expectNone } from '../expect.ts';
import { entries } from '../present-resources.ts';

/** A token (RFC 9110 §5.6.2): methods of the interface's examples and all others that there may be. */
const methodForm = /^[\w!#$%&'*+.^`|~-]+$/;

/** Either alphabet, with or without padding: which one is open. Nothing decodes one character alone. */
const base64Form = /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/;

export const recordedValueCases: readonly ConformanceCase[] = [
  must({
    id: 'activity-method',
    clause: '§2.5',
    operation: 'listActivity',
    title: "A recorded request's method is an HTTP method.",
    check: (context) =>
      expectEach(context, 'request', 'method', 'an HTTP method', (value) => methodForm.test(String(value))),
  }),
  must({
    id: 'activity-status',
    clause: '§2.5',
    operation: 'listActivity',
    title: "A recorded response's status is an HTTP status.",
    check: (context) =>
      expectEach(
        context,
        'response',
        'statusCode',
        'a number of three digits',
        (value) => Number(value) >= 100 && Number(value) <= 999,
      ),
  }),
  must({
    id: 'activity-request-body',
    clause: '§2.5',
    operation: 'listActivity',
    title: "A recorded request's body is Base64.",
    check: (context) => expectEach(context, 'request', 'bodyBase64Encoded', 'Base64', isBase64),
  }),
  must({
    id: 'activity-response-body',
    clause: '§2.5',
    operation: 'listActivity',
    title: "A recorded response's body is Base64.",
    check: (context) => expectEach(context, 'response', 'bodyBase64Encoded', 'Base64', isBase64),
  }),
];

function isBase64(value: unknown): boolean {
  return base64Form.test(String(value).replaceAll(/\s/g, ''));
}

async function expectEach(
  context: ConformanceContext,
  message: 'request' | 'response',
  field: string,
  expected: string,
  holds: (value: unknown) => boolean,
): Promise<void> {
  const found = await entries(context);
  expectNone(
    found.flatMap((entry, i) => {
      const value = recordOf(recordOf(entry)?.[message])?.[field];
      // A field of another type is for the case of the fields to tell.
      const isJudged = typeof value === 'string' || typeof value === 'number';
      return !isJudged || holds(value)
        ? []
        : [`entry[${i}].${message}.${field}: expected ${expected}, received another ${typeof value}`];
    }),
  );
}
