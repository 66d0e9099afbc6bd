/** Checks that grease never violates a statement of the interface. */
import { createFakeServer, demoSeed } from '@mock-services/fake-server/core';
import { runConformance } from '@mock-services/conformance';
import { describe, expect, test } from 'vitest';

/** Keep two resources of each kind, which are enough for every case. */
const { mockServices, workspaces, activity, configurations } = demoSeed();
const seed = {
  mockServices: mockServices.slice(0, 2),
  workspaces: workspaces.slice(0, 2),
  activity: Object.fromEntries(workspaces.slice(0, 2).map(({ id }) => [id, activity[id]?.slice(0, 2) ?? []])),
  configurations,
};
const allowClear = workspaces[0]?.id;
const runs = 1000;
/** Number of seeds in each test. */
const part = 100;
const firsts = Array.from({ length: runs / part }, (_, i) => i * part);

describe('the conformance suite', () => {
  test.each(firsts)(
    `the conformance suite passes with ${part} random variation seeds starting at %i`,
    async (first) => {
      for (let grease = first; grease < first + part; grease += 1) {
        const { baseUrl, fetch } = createFakeServer({ seed, grease });
        const { ok, results } = await runConformance({ baseUrl, fetch, allowWrites: true, allowClear });
        expect({ grease, failed: results.filter(({ outcome }) => outcome === 'failed') }).toEqual({
          grease,
          failed: [],
        });
        expect(ok).toBe(true);
      }
    },
  );
});
