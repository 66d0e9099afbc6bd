/** The three operations that are measured as anybody would write them, over a Map or over @msw/data. */
import { endpoints, type MockService } from '@mock-services/sdk/contract';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { mockServices, summaryOf } from './samples.ts';

/** Where handlers keep their mock services. */
export interface Store {
  readonly get: (id: string) => unknown;
  readonly list: () => readonly MockService[];
  readonly add: (service: MockService) => unknown;
}

export function mapStore(count: number): Store {
  const rows = new Map(mockServices(count).map((service) => [service.id, service]));
  return {
    get: (id) => rows.get(id),
    list: () => [...rows.values()],
    add: (service) => rows.set(service.id, service),
  };
}

export function handlersOver(store: Store, baseUrl: string): HttpHandler[] {
  return [
    http.get(baseUrl + endpoints.getMockService.path, ({ params }) =>
      HttpResponse.json({ data: store.get(String(params['mockServiceId'])) }),
    ),
    http.get(baseUrl + endpoints.listMockServices.path, () =>
      HttpResponse.json({ data: store.list().map(summaryOf) }),
    ),
    http.post(baseUrl + endpoints.createMockService.path, async ({ request }) => {
      const body = (await request.json()) as Pick<MockService, 'type' | 'title' | 'config'>;
      const id = crypto.randomUUID();
      const now = new Date().toISOString();
      await store.add({ ...body, id, createdAt: now, updatedAt: now });
      return HttpResponse.json({ id }, { status: 201 });
    }),
  ];
}

/** Handlers that know the answers beforehand. */
export function staticHandlers(baseUrl: string): HttpHandler[] {
  const [first, ...others] = mockServices(100);
  const list = [first, ...others].flatMap((service) => (service ? [summaryOf(service)] : []));
  return [
    http.get(baseUrl + endpoints.getMockService.path, () => HttpResponse.json({ data: first })),
    http.get(baseUrl + endpoints.listMockServices.path, () => HttpResponse.json({ data: list })),
    http.post(baseUrl + endpoints.createMockService.path, () =>
      HttpResponse.json({ id: first?.id }, { status: 201 }),
    ),
  ];
}
