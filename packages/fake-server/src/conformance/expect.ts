/** Expectations: each throws a `Failure` that says what was expected where, and what was there instead. */
import { check, endpoints, type Schema } from '@mock-services/sdk/contract';
import { jsonOf, recordOf, type Answer } from './answer.ts';
import { typeOf } from './compare.ts';
import { Failure } from './outcome.ts';

/** So that a log of a thousand wrong entries does not make a message of a thousand lines. */
const shown = 5;

/** Fails with all of `problems`, if there are any. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > shown ? [`and ${problems.length - shown} more`] : [];
  throw new Failure([...problems.slice(0, shown), ...more].join('; '));
}

/** The status of the endpoint's row in §4. */
export function expectSuccess({ operation, request, status }: Answer): void {
  const expected = endpoints[operation].status;
  if (status === expected) return;
  const hint =
    status === 401 || status === 403
      ? '. Do the calls need credentials (headers)?'
      : status < 400 && (status < 200 || status >= 300)
        ? '. Does baseUrl lead to the service itself?'
        : '';
  throw new Failure(`${request}: expected status ${expected}, received ${status}${hint}`);
}

/** Where a value at `place` differs from the schema, worded without values. */
export function shapeProblems(schema: Schema, value: unknown, place: string): string[] {
  return check(schema, value).map((issue) => {
    const joint = issue.path === '' || issue.path.startsWith('[') ? '' : '.';
    return `${place}${joint}${issue.path}: expected ${issue.expected}, received ${issue.received}`;
  });
}

/** A success whose resource is under `data` (§2, conventions). */
function expectEnvelope(answer: Answer): unknown {
  expectSuccess(answer);
  const body = jsonOf(answer);
  const envelope = recordOf(body);
  if (envelope && Object.hasOwn(envelope, 'data')) return envelope['data'];
  const received = envelope ? 'an object without it' : typeOf(body);
  throw new Failure(`${answer.request}: expected an object with the key data, received ${received}`);
}

/** A success with an array under `data`. */
export function expectList(answer: Answer): readonly unknown[] {
  const data = expectEnvelope(answer);
  if (Array.isArray(data)) return data;
  throw new Failure(`${answer.request}: data: expected array, received ${typeOf(data)}`);
}

/** A success with an object under `data`. */
export function expectResource(answer: Answer): Readonly<Record<string, unknown>> {
  const data = expectEnvelope(answer);
  const resource = recordOf(data);
  if (resource) return resource;
  throw new Failure(`${answer.request}: data: expected object, received ${typeOf(data)}`);
}
