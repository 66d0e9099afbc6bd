/** Activity entries of 1.16 KB, all different, as text. */
import type { ActivityEntry } from '@mock-services/sdk/contract';

export const workspaceId = '9d4c1e7a-0b35-4f68-8c2d-6a1e3b5f7092';

/** So many entries, one a line, with commas between. */
export function entriesText(count: number): string {
  return Array.from({ length: count }, (_, index) => JSON.stringify(entry(index))).join(',\n');
}

/** The body of a log with these entries. */
export function logText(count: number): string {
  return `{"data":[\n${entriesText(count)}\n]}`;
}

function entry(index: number): ActivityEntry {
  const hex = index.toString(16).padStart(12, '0');
  const body = Buffer.from(JSON.stringify({ order: index, note: 'x'.repeat(171) })).toString('base64');
  return {
    id: `c0a8f1d4-52b7-4be3-9f16-${hex}`,
    request: {
      hostname: 'payments.example.com',
      port: 443,
      path: `/v2/charges/${index}?expand=customer`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'shop/4.2.0',
        'x-request-id': `5b1f6d20-7c3e-4a9b-8d10-${hex}`,
      },
      bodyBase64Encoded: body,
    },
    response: {
      statusCode: index % 20 === 0 ? 503 : 201,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        date: 'Sun, 01 Mar 2026 10:00:00 GMT',
      },
      bodyBase64Encoded: body,
      responseTimeMs: index % 500,
    },
    metadata: { scenarioId: '3e9a7f52-61c4-4d0b-b8e7-2f5c9a1d6034' },
    timestamp: new Date(1_772_359_200_000 + index * 1000).toISOString(),
  };
}
