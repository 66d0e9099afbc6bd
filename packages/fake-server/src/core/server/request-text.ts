import { BodyBytes } from '../http/body-bytes.ts';

/**
 * The body of a request as text; `undefined` as soon as it is known to be longer than `maxBytes`.
 *
 * @throws what the runtime throws when the body breaks.
 */
export async function requestText({ body, headers }: Request, maxBytes: number): Promise<string | undefined> {
  if (body === null) return '';
  if (Number(headers.get('content-length')) > maxBytes) return undefined;
  const bytes = new BodyBytes(maxBytes);
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.text();
    if (!bytes.append(value)) break;
  }
  reader.releaseLock();
  return undefined;
}
