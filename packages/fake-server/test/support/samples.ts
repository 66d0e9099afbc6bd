import type { ActivityEntry, MockService, MockServiceInput, Workspace } from '@mock-services/sdk/contract';

/** Returns a UUID that ends in `n` in hexadecimal. */
export function idOf(n: number): string {
  return `abcdef00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Pass only the fields that matter to the test. */
export function input(changes: Partial<MockServiceInput> = {}): MockServiceInput {
  return {
    type: 'REST',
    title: 'Catalogue',
    config: {
      cors: { allowedOrigins: ['shop.example'], allowedMethods: ['GET'], allowedHeaders: [] },
      defaultResponseHeaders: { 'x-mock': true },
      upstreams: [{ name: 'live', url: 'https://catalogue.example' }],
    },
    ...changes,
  };
}

export function mockService(n: number, changes: Partial<MockService> = {}): MockService {
  const time = '2025-06-01T12:00:00.000Z';
  return { id: idOf(n), ...input(), createdAt: time, updatedAt: time, ...changes };
}

export function workspace(n: number, changes: Partial<Workspace> = {}): Workspace {
  const times = { createdAt: '2025-06-01T12:00:00.000Z', expiresAt: '2025-07-01T12:00:00.000Z' };
  return { id: idOf(n), name: `Workspace ${n}`, ...times, ...changes };
}

export function activityEntry(n: number): ActivityEntry {
  return {
    id: idOf(n),
    request: {
      hostname: 'catalogue.example',
      port: 443,
      path: '/products?page=2',
      method: 'GET',
      headers: { authorization: 'Bearer not-a-secret' },
      bodyBase64Encoded: '',
    },
    response: { statusCode: 200, headers: {}, bodyBase64Encoded: 'b2s=', responseTimeMs: 12 },
    metadata: { scenarioId: idOf(99) },
    timestamp: '2025-06-02T12:00:00.000Z',
  };
}
