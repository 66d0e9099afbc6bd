/** The data that all contenders hold, and the requests that all of them answer. */
import { endpoints, expandPath, type ActivityEntry, type MockService } from '@mock-services/sdk/contract';

const time = '2026-01-01T00:00:00.000Z';

/** What is sent to create one. */
const input = {
  type: 'REST',
  title: 'Created',
  config: {
    cors: { allowedOrigins: ['shop.example'], allowedMethods: ['GET' as const], allowedHeaders: [] },
    defaultResponseHeaders: { 'x-mocked': true },
    upstreams: [{ name: 'live', url: 'https://catalogue.example' }],
  },
};

export function idOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function mockServices(count: number): MockService[] {
  return Array.from({ length: count }, (_, n) => ({
    ...input,
    id: idOf(n),
    title: `Service ${n}`,
    createdAt: time,
    updatedAt: time,
  }));
}

/** @param first - Number of the first; entries with other numbers have other ids. */
export function activityEntries(count: number, first = 0): ActivityEntry[] {
  const body = btoa('x'.repeat(300));
  return Array.from({ length: count }, (_, n) => ({
    id: idOf(first + n),
    request: {
      hostname: 'api.example',
      port: 443,
      path: `/products/${n}`,
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      bodyBase64Encoded: body,
    },
    response: { statusCode: 200, headers: {}, bodyBase64Encoded: body, responseTimeMs: 12 },
    metadata: { scenarioId: idOf(first) },
    timestamp: time,
  }));
}

export function summaryOf({ id, type, title, createdAt, updatedAt }: MockService): object {
  return { id, type, title, createdAt, updatedAt };
}

/** A request that is measured. */
export interface Asked {
  readonly name: 'one' | 'list' | 'create';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export const requests: { readonly [Name in Asked['name']]: Asked } = {
  one: {
    name: 'one',
    method: 'GET',
    path: expandPath(endpoints.getMockService.path, { mockServiceId: idOf(7) }),
  },
  list: { name: 'list', method: 'GET', path: endpoints.listMockServices.path },
  create: {
    name: 'create',
    method: 'POST',
    path: endpoints.createMockService.path,
    body: JSON.stringify(input),
  },
};

/** What the tables call them. */
export const titles: { readonly [Name in Asked['name']]: string } = {
  one: 'GET one',
  list: 'list of 100',
  create: 'create',
};

export const ours = 'the fake server';
