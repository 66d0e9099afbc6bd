import { defineScenarios } from '@mock-services/fake-server/core';

export const scenarios = defineScenarios({
  empty: (fake) => fake.seed({}),
  'service down': (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }),
});
