import { encodeBase64 } from '../base64.ts';
import { bodyOf, type RecordedMessage } from '../body.ts';
import { essenceOf, headerOf } from '../headers.ts';
import { redacted, redactForm } from './text.ts';

/**
 * Redacts fields of a JSON or form body, at any depth. A body that ought to be one and cannot be read is
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

/** Redacts fields of a JSON value by their names, at any depth. */
export function redactFields(value: unknown, isSecret: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => redactFields(item, isSecret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      isSecret(name) ? redacted : redactFields(field, isSecret),
    ]),
  );
}
