import { check } from '../contract/check.ts';
import type { Issue } from '../contract/issue.ts';
import type { Call } from './call.ts';
import { ValidationError } from './errors/validation-error.ts';

/** Set by the service and not sent (§4, rule 1); a mock service that was read and changed still has them. */
const setByService: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt']);

/** Ends a call that cannot be sent. Does nothing when there are no issues. */
export function refuse(call: Call, issues: readonly Issue[]): void {
  if (issues.length > 0) throw new ValidationError(call.facts, 'request', issues);
}

/**
 * Writes what the caller gave as JSON, and checks what was written. Places are named as the caller knows
 * them, without the envelope.
 *
 * @throws ValidationError
 */
export function encodeBody(call: Call, input: unknown): string | undefined {
  const { body, bodyKey } = call.endpoint;
  if (body === undefined) return undefined;
  const fields = withoutServiceFields(asJson(call, input));
  const sent = bodyKey === undefined ? fields : { [bodyKey]: fields };
  refuse(
    call,
    check(body, sent).map((issue) => withoutEnvelope(issue, bodyKey)),
  );
  return JSON.stringify(sent);
}

/** The value as it arrives: what JSON leaves out or makes otherwise is not there to be checked. */
function asJson(call: Call, input: unknown): unknown {
  try {
    const text: unknown = JSON.stringify(input);
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    const expected = 'what JSON can hold';
    const issue = { path: '', pointer: '', expected, received: 'a circle, a bigint or a getter that throws' };
    throw new ValidationError(call.facts, 'request', [issue]);
  }
}

function withoutServiceFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  // `fromEntries` defines fields, so that one named `__proto__` stays a field.
  return Object.fromEntries(Object.entries(input).filter(([name]) => !setByService.has(name)));
}

function withoutEnvelope(issue: Issue, key: string | undefined): Issue {
  if (key === undefined) return issue;
  return {
    ...issue,
    path: issue.path.slice(key.length).replace(/^\./, ''),
    pointer: issue.pointer.slice(key.length + 1),
  };
}
