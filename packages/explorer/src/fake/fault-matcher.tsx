/** Form fields that limit a fault to matching requests. */
import type { Fault, FaultMatcher } from '@mock-services/fake-server/core';
import { headerLines } from '../service/credentials.ts';
import { Field, readJson, textIn } from './action.tsx';
import { ControlError } from './control.ts';
import styles from './fake-panel.module.css';

/** Fields for the path, headers and body of the requests that a fault applies to. */
export function MatcherFields() {
  return (
    <details className={styles['matcher']}>
      <summary>Only for some requests</summary>
      <p className="muted">The fault applies only to requests that match all filled fields.</p>
      <Field label="Path, with its query" name="path" placeholder="as in the journal" />
      <Field label="Headers, one “name: value” per line" name="headers" rows={2} />
      <Field label="Body, as JSON" name="body" rows={2} placeholder='{"title": "Orders"}' />
    </details>
  );
}

/**
 * Reads the matcher from the fields. Returns `undefined` if all fields are empty.
 *
 * @throws {ControlError} if a header has no name or the body is not valid JSON.
 */
export function matcherIn(
  form: HTMLFormElement,
): Exclude<FaultMatcher, (...args: never) => unknown> | undefined {
  const path = textIn(form, 'path');
  const headers = headersIn(textIn(form, 'headers'));
  const body = textIn(form, 'body');
  const match = {
    ...(path !== '' && { path }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== '' && { body: readJson(body, 'The body to match') }),
  };
  return Object.keys(match).length > 0 ? match : undefined;
}

function headersIn(text: string): Record<string, string> {
  return Object.fromEntries(
    headerLines(text).map(({ line, name, value }) => {
      if (name === '')
        throw new ControlError('A header has no name', `Received “${line}”. Expected “name: value”.`);
      return [name, value];
    }),
  );
}

/** Describes a matcher in one line. */
export function matcherText(match: NonNullable<Fault['match']>): string {
  return typeof match === 'function' ? 'a function' : JSON.stringify(match);
}
