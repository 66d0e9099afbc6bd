import { check } from '../contract/check.ts';
import { formatIssue } from '../contract/issue.ts';
import type { Endpoint } from '../contract/endpoints.ts';
import type { Call } from './call.ts';
import { ValidationError } from './errors/validation-error.ts';
import { type Observers, tell } from './observers.ts';
import type { ValidationMode } from './options.ts';

/** Checks a response body and takes the resource out of its envelope. */
export type ResponseCheck = (call: Call, schema: NonNullable<Endpoint['result']>, body: unknown) => unknown;

/** Makes the check of a client. In `warn` mode it tells of each operation and place once. */
export function createResponseCheck(mode: ValidationMode, { onWarning }: Observers): ResponseCheck {
  const told = new Set<string>();
  return (call, schema, body) => {
    const issues = mode === 'off' ? [] : check(schema, body);
    if (mode === 'strict' && issues.length > 0) throw new ValidationError(call.facts, 'response', issues);
    for (const issue of issues) {
      const key = `${call.operation} ${issue.path.replace(/\[\d+\]/g, '[]')}`;
      if (told.has(key)) continue;
      told.add(key);
      tell(onWarning, () => ({
        ...call.event,
        kind: 'validation' as const,
        path: issue.path,
        message: formatIssue(issue),
      }));
    }
    return unwrap(body, call.endpoint.resultKey);
  };
}

function unwrap(body: unknown, key: string | undefined): unknown {
  if (key === undefined) return body;
  return typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined;
}
