import type { ActivityEntry } from '@mock-services/sdk';
import fc from 'fast-check';
import { codePoint } from '../../../../tools/lib/near.ts';
import { base64 } from './activity-entries.ts';

const token = fc.stringMatching(/^[a-zA-Z0-9!#$%&'*+.^_|~-]{1,12}$/);
const headers = fc
  .uniqueArray(fc.tuple(token, fc.string({ unit: 'grapheme' })), { selector: ([name]) => name.toLowerCase() })
  .map((pairs) => Object.fromEntries(pairs));
const body = fc
  .oneof(
    fc.uint8Array(),
    fc.string({ unit: 'grapheme' }).map((text) => new TextEncoder().encode(text)),
  )
  .map((bytes) => Buffer.from(bytes).toString('base64'));
/** The characters of a URL (RFC 3986). `fc.webUrl` needs two seconds to start. */
const inUrl = fc.constantFrom(...Array.from("azAZ09-._~!$&'()*+,;=:@"), '%20', '%C3%BC', '%2F');
const path = fc
  .tuple(fc.string({ unit: fc.oneof(inUrl, fc.constant('/')) }), fc.option(fc.string({ unit: inUrl })))
  .map(([segments, query]) => `/${segments}${query === null ? '' : `?${query}`}`);

/**
 * The entry has the form that `fromHar` returns: its Base64 has padding, and its timestamps are in UTC with
 * milliseconds.
 */
export const anyEntry: fc.Arbitrary<ActivityEntry> = fc.record({
  id: fc.uuid(),
  request: fc.record({
    hostname: fc.oneof(
      fc.domain().map((name) => name.toLowerCase()),
      fc.constantFrom('::1', ''),
    ),
    port: fc.integer({ min: 1, max: 65_535 }),
    path,
    method: token,
    headers,
    bodyBase64Encoded: body,
  }),
  response: fc.record({
    statusCode: fc.integer({ min: 100, max: 599 }),
    headers,
    bodyBase64Encoded: body,
    responseTimeMs: fc.nat(),
  }),
  metadata: fc.record({ scenarioId: fc.uuid(), note: fc.string() }),
  timestamp: fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
});

/** Characters that are special in shells. */
const hostile = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({ unit: fc.constantFrom(...Array.from(`'"\\$\`!\n -@%\u{2019}\0\t\r\x15\x1b\x7f\x9béa`)) }),
);

export const hostileEntry: fc.Arbitrary<ActivityEntry> = fc
  .tuple(
    anyEntry,
    fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
    fc.array(hostile, { maxLength: 4 }),
    hostile,
    hostile,
  )
  .map(([entry, method, values, path, body]) => ({
    ...entry,
    request: {
      ...entry.request,
      method,
      path: `/${path}`,
      headers: Object.fromEntries(values.map((value, index) => [`x-header-${index}`, value])),
      bodyBase64Encoded: base64(body),
    },
  }));
