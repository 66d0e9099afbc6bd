import type { ActivityEntry, MockService, MockServiceInput, Workspace } from '@mock-services/sdk';

/** Valid resources with unusual values: a base URL with a path, ids in upper case, and characters of several bytes. */

export const baseUrl = 'https://mocks.example.com/api/v1';
export const mockServiceId = '3F0B6A52-4D8E-4C55-9C7C-0D6F3B1A2E41';
export const workspaceId = 'a9d2f1c4-7b36-4e0a-8f5d-6c1e2b3a4d50';

/** Different spellings of four times, in ascending order. Sorting them as text would mix the times. */
export const timesInOrder = [
  ['2026-03-01T10:05:00Z', '2026-03-01T10:05:00.0Z', '2026-03-01T10:05:00.000Z'],
  ['2026-03-01T10:05:00.05Z', '2026-03-01T10:05:00.050Z'],
  ['2026-03-01T10:05:00.5Z', '2026-03-01T10:05:00.500Z', '2026-03-01T10:05:00.500000Z'],
  ['2026-03-01T10:05:01Z', '2026-03-01T10:05:01.000Z'],
].flatMap((texts, rank) => texts.map((text) => ({ text, rank })));

export function anInput(changes: Partial<MockServiceInput> = {}): MockServiceInput {
  return {
    type: 'REST',
    title: 'Grüße 🎉 "Orders"',
    config: {
      cors: { allowedOrigins: ['shop.example.com'], allowedMethods: ['GET', 'POST'], allowedHeaders: [] },
      defaultResponseHeaders: { 'x-mocked': true },
      upstreams: [{ name: 'orders', url: 'https://orders.example.com' }],
    },
    ...changes,
  };
}

export function withUpstream(url: string): MockServiceInput {
  const { config } = anInput();
  return anInput({ config: { ...config, upstreams: [...config.upstreams, { name: 'local', url }] } });
}

export function aMockService(changes: Partial<MockService> = {}): MockService {
  return {
    id: mockServiceId,
    createdAt: '2026-03-01T10:00:00.000Z',
    updatedAt: '2026-03-02T11:30:00.000Z',
    ...anInput(),
    ...changes,
  };
}

export function aWorkspace(changes: Partial<Workspace> = {}): Workspace {
  return {
    id: workspaceId,
    name: 'Checkout',
    createdAt: '2026-03-01T10:00:00.000Z',
    expiresAt: '2026-04-01T10:00:00.000Z',
    ...changes,
  };
}

export function anEntry(changes: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    id: '5c0e9d2b-1a3f-4b6c-8d7e-9f0a1b2c3d4e',
    request: {
      hostname: 'orders.example.com',
      port: 443,
      path: '/orders?limit=1',
      method: 'GET',
      headers: { accept: 'application/json' },
      bodyBase64Encoded: '',
    },
    response: {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      bodyBase64Encoded: 'eyJvcmRlcnMiOltdfQ==',
      responseTimeMs: 12,
    },
    metadata: { scenarioId: 'b1c2d3e4-f5a6-4b7c-8d9e-0f1a2b3c4d5e' },
    timestamp: '2026-03-01T10:05:00.123Z',
    ...changes,
  };
}

export function withField(value: unknown, path: readonly (string | number)[], replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === key ? withField(item, rest, replacement) : item));
  }
  const fields = Object.entries(value as object);
  return Object.fromEntries(
    fields.map(([name, field]: [string, unknown]) => [
      name,
      name === key ? withField(field, rest, replacement) : field,
    ]),
  );
}
