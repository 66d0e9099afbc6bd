import { endpoints, expandPath, type MockService } from '@mock-services/sdk/contract';
import { createExamples } from '@mock-services/fake-server/core';

const examples = createExamples();

export const services: readonly MockService[] = Array.from({ length: 100 }, (_, n) =>
  examples.mockService({
    title: `Service ${n}`,
    config: {
      cors: { allowedOrigins: ['shop.example'], allowedMethods: ['GET'] },
      defaultResponseHeaders: { 'x-mocked': true },
      upstreams: [{ name: 'live', url: 'https://catalogue.example' }],
    },
  }),
);

export const input = examples.mockServiceInput({ title: 'Created' });

export const id = services[7]?.id ?? '';

export const paths = {
  service: expandPath('getMockService', { mockServiceId: id }),
  services: endpoints.listMockServices.path,
  create: endpoints.createMockService.path,
  activity: expandPath('listActivity', { workspaceId: id }),
};

export const entries = Array.from({ length: 10_000 }, (_, n) => {
  const body = `${n} ${'x'.repeat(230)}`;
  return examples.activityEntry({
    request: { url: `https://payments.example/v2/charges/${n}?expand=customer`, method: 'POST', body },
    response: { statusCode: n % 20 === 0 ? 503 : 201, body, responseTimeMs: n % 500 },
  });
});
