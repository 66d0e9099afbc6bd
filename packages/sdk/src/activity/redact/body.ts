import { encodeBase64 } from '../base64.ts';
import { bodyOf, type RecordedMessage } from '../body.ts';
import { essenceOf, headerOf } from '../headers.ts';
import { redacted, redactForm } from './text.ts';

/**
 * Redacts fields of a JSON or form body. A body that ought to be one and cannot be read is
 * left out: what is in it is unknown.
 *
 * @returns The new body in Base64.
 */
export function redactBody(message: RecordedMessage, isSecret: (name: string) => boolean): string {
  const recorded = message.bodyBase64Encoded;
  const essence = essenceOf(headerOf(message.headers, 'content-type'));
  const isForm = essence === 'application/x-www-form-urlencoded';
  if (recorded === '' || !(isForm || /^$|[/+]json$/.test(essence))) return recorded;
  const body = bodyOf(message);
  try {
    if (isForm) return encoded(redactForm(body.text(), isSecret));
    return encoded(JSON.stringify(redactFields(body.json(), isSecret)));
  } catch {
    return '';
  }
}

function encoded(text: string): string {
  return encodeBase64(new TextEncoder().encode(text));
}

/** How deep values are looked into. JSON may be nested deeper than functions can call each other. */
const deepest = 1000;

/** Redacts fields of a JSON value by their names, and all that is nested too deep to be looked into. */
export function redactFields(value: unknown, isSecret: (name: string) => boolean, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return redacted;
  const redactField = (field: unknown) => redactFields(field, isSecret, depth + 1);
  if (Array.isArray(value)) return value.map(redactField);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      isSecret(name) ? redacted : redactField(field),
    ]),
  );
}
