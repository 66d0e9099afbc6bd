import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { Figure } from './figure.ts';
import { timeRatio } from './measure.ts';
import { fetching, pathOf, worldOf } from './worlds.ts';

/** What MSW costs, and what the fake server adds to it. */
export async function faces(): Promise<Figure[]> {
  const fake = worldOf(100);
  const [service] = fake.mockServices.list();
  const url = fake.baseUrl + pathOf('getMockService', service?.id);
  const server = setupServer();
  server.listen({ onUnhandledFrame: 'error' });
  const through = (handlers: Parameters<typeof server.use>) => (n: number) => {
    server.resetHandlers(...handlers);
    return fetching(fetch, url)(n);
  };
  const fixed = through([http.get(url, () => HttpResponse.json({ data: service }))]);
  const faked = through(fake.handlers);
  const direct = fetching(fake.fetch, url);
  const toFixed = await timeRatio(fixed, faked, 500);
  const toFaked = await timeRatio(faked, (n) => direct(n * 20), 500);
  const fixedToDirect = await timeRatio(fixed, (n) => direct(n * 20), 500);
  server.close();
  return [
    {
      name: 'calls/s through MSW, to a static MSW handler',
      measured: toFixed,
      limit: 0.9,
      bound: 'at least',
    },
    {
      name: 'calls/s of fake.fetch, to the same through MSW',
      measured: toFaked * 20,
      limit: 5,
      bound: 'at least',
    },
    {
      name: 'calls/s of fake.fetch, to a static MSW handler',
      measured: fixedToDirect * 20,
      limit: 30,
      bound: 'at least',
    },
  ];
}
