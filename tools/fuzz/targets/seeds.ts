/** `createFakeServer` with a seed: what it accepts is valid by the contract, and anything else is a SeedError. */
import { createFakeServer, isSeedError, type Seed } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { near } from '../mutation.ts';
import { world } from '../samples.ts';
import { attempt, type Target } from '../target.ts';

export const seeds: Target<unknown> = {
  inputs: near(world),
  check: async (input) => {
    const fake = attempt(() => createFakeServer({ seed: input as Seed }), isSeedError);
    if (fake === undefined) return;
    const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 });
    await client.mockServices.list();
    for (const { id } of await client.workspaces.list()) {
      await client.activity.list(id);
      await client.workspaces.getConfiguration(id);
    }
  },
};
