import type { Cors, MockServiceInput } from '@mock-services/sdk/contract';

export interface DemoMockService {
  readonly input: MockServiceInput;
  readonly updatedDaysAgo: number;
  readonly createdDaysAgo: number;
}

export const demoMockServices: readonly DemoMockService[] = [
  sample('Catalogue', [40, 3], {
    cors: cors(['GET'], ['shop.example', 'm.shop.example']),
    defaultResponseHeaders: { 'x-mock-service': true, 'cache-control': false },
    upstreams: [
      upstream('live', 'https://catalogue.example'),
      upstream('staging', 'https://catalogue.test:8443/v2'),
    ],
  }),
  sample('Payments', [35, 1], {
    cors: cors(['GET', 'POST'], ['shop.example'], ['authorization', 'content-type', 'idempotency-key']),
    defaultResponseHeaders: { 'x-mock-service': true },
    upstreams: [upstream('sandbox', 'https://payments.example/sandbox')],
  }),
  sample('Accounts', [20, 20], {
    cors: cors(['GET', 'POST', 'DELETE', 'PUT'], ['shop.example', 'localhost:5173'], ['authorization']),
    defaultResponseHeaders: {},
    upstreams: [upstream('live', 'https://accounts.example:8443')],
  }),
  sample('Früchte & Gemüse 🍎', [9, 8], {
    cors: cors(['GET', 'PUT'], ['obst.example']),
    defaultResponseHeaders: { 'x-mock-service': true },
    upstreams: [],
  }),
  sample('Notifications (draft)', [2, 2], {
    cors: cors([], []),
    defaultResponseHeaders: {},
    upstreams: [],
  }),
];

export const demoConfiguration: MockServiceInput = {
  type: 'REST',
  title: 'Checkout team defaults',
  config: {
    cors: cors(['GET', 'POST', 'DELETE', 'PUT'], ['shop.example'], ['authorization', 'content-type']),
    defaultResponseHeaders: { 'x-workspace': true },
    upstreams: [upstream('shop', 'https://shop.example')],
  },
};

function sample(
  title: string,
  [createdDaysAgo, updatedDaysAgo]: [number, number],
  config: MockServiceInput['config'],
): DemoMockService {
  return { input: { type: 'REST', title, config }, createdDaysAgo, updatedDaysAgo };
}

function cors(
  allowedMethods: Cors['allowedMethods'],
  allowedOrigins: string[],
  allowedHeaders: string[] = [],
): Cors {
  return { allowedOrigins, allowedMethods, allowedHeaders };
}

function upstream(name: string, url: string): { name: string; url: string } {
  return { name, url };
}
