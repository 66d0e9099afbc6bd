/** The data that all contenders hold, and the requests that all of them answer. */
import { endpoints, expandPath, type MockService } from '@mock-services/sdk/contract';

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

function idOf(n: number): string {
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
