import { endpoints, expandPath, type ActivityEntry, type MockService } from '@mock-services/sdk/contract';

const time = '2026-01-01T00:00:00.000Z';

export const input = {
  type: 'REST',
  title: 'Created',
  config: {
    cors: { allowedOrigins: ['shop.example'], allowedMethods: ['GET' as const], allowedHeaders: [] },
    defaultResponseHeaders: { 'x-mocked': true },
    upstreams: [{ name: 'live', url: 'https://catalogue.example' }],
  },
};

function idOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** The id of both the requested mock service and the requested workspace. */
export const id = idOf(7);

/** The ids end with 0 to `count - 1`. */
export function mockServices(count: number): MockService[] {
  return Array.from({ length: count }, (_, n) => ({
    ...input,
    id: idOf(n),
    title: `Service ${n}`,
    createdAt: time,
    updatedAt: time,
  }));
}

export function summaryOf({ id, type, title, createdAt, updatedAt }: MockService): object {
  return { id, type, title, createdAt, updatedAt };
}

/** Each entry has 1.2 KB, and its strings share no memory with other entries. */
export function activityEntries(count: number): ActivityEntry[] {
  return Array.from({ length: count }, (_, n) => {
    const body = btoa(`${n} ${'x'.repeat(230)}`);
    const entry: ActivityEntry = {
      id: idOf(n),
      request: {
        hostname: 'payments.example.com',
        port: 443,
        path: `/v2/charges/${n}?expand=customer`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'shop/4.2.0', 'x-request-id': idOf(n) },
        bodyBase64Encoded: body,
      },
      response: {
        statusCode: n % 20 === 0 ? 503 : 201,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        bodyBase64Encoded: body,
        responseTimeMs: n % 500,
      },
      metadata: { scenarioId: idOf(n % 10) },
      timestamp: time,
    };
    return JSON.parse(JSON.stringify(entry)) as ActivityEntry;
  });
}

export const paths = {
  service: expandPath(endpoints.getMockService.path, { mockServiceId: id }),
  services: endpoints.listMockServices.path,
  create: endpoints.createMockService.path,
  activity: expandPath(endpoints.listActivity.path, { workspaceId: id }),
};

export const json = { 'content-type': 'application/json' };

/** The keys are the names in the tables. */
export const requests = {
  'GET one': { method: 'GET', path: paths.service, headers: {} },
  'list of 100': { method: 'GET', path: paths.services, headers: {} },
  create: { method: 'POST', path: paths.create, headers: json, body: JSON.stringify(input) },
} as const;
