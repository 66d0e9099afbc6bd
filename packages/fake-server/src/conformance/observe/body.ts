import { recordOf, type Answer } from '../answer.ts';
import type { ObservedBody } from '../observations.ts';
import { mediaTypeOf } from '../sightings.ts';

/** What can be kept of a body that the interface leaves open: its form, not what it says. */
export function bodyOf({ status, headers, body }: Answer): ObservedBody {
  return {
    status,
    contentType: mediaTypeOf(headers) ?? null,
    body: body.kind,
    fields: body.kind === 'json' ? Object.keys(recordOf(body.value) ?? {}) : [],
  };
}
