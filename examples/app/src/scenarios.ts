/** States of the page that are hard to reach by hand. Each one has a link, such as `/?fake=service+down`. */
import { defineScenarios } from '@mock-services/fake-server/core';
import { operationIds } from '@mock-services/sdk/contract';

export const scenarios = defineScenarios({
  empty: { title: 'Nothing yet', apply: (fake) => fake.seed({}) },
  many: {
    title: '300 mock services',
    apply: (fake) => {
      for (let number = 1; number <= 300; number += 1) fake.mockServices.add({ title: `Service ${number}` });
    },
  },
  'service down': {
    title: 'The list fails',
    apply: (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }),
  },
  'lost rename': {
    title: 'The response of a rename is lost',
    apply: (fake) => fake.faults.add({ operation: 'updateMockService', reset: true, takesEffect: true }),
  },
  slow: {
    title: 'Everything is slow',
    apply: (fake) => fake.faults.add({ operation: operationIds, delay: '3s' }),
  },
});
