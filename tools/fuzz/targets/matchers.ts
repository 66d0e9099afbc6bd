/** Criteria for recorded exchanges and journal entries: any value finds something, nothing, or is rejected by an error of the tree. */
import { createFakeServer, isFakeServerError, type JournalMatcher } from '@mock-services/fake-server/core';
import {
  explainNoMatch,
  findActivity,
  isActivityError,
  type ActivityMatcher,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { near } from '../mutation.ts';
import { ids, paths, world } from '../samples.ts';
import { attempt, type Target } from '../target.ts';

const entries = Object.values(world.activity).flat();
const fake = createFakeServer({ seed: world });
for (const path of paths) fake.handle({ method: 'GET', path });

interface Input {
  readonly activity: unknown;
  readonly journal: unknown;
}

export const matchers: Target<Input> = {
  inputs: fc.record({
    activity: near(
      { method: 'GET', path: '/orders/*', status: '2xx', request: { headers: { accept: '*' } } },
      {
        hostname: '*.example',
        status: [200, 404],
        since: '2026-01-01T00:00:00.000Z',
        response: { json: { a: [1] } },
      },
    ),
    journal: near(
      { method: 'GET', operation: 'getMockService', params: ids, status: 200 },
      { path: paths[0], fault: 1 },
    ),
  }),
  check: ({ activity, journal }) => {
    attempt(() => findActivity(entries, activity as ActivityMatcher), isActivityError);
    attempt(() => explainNoMatch(entries, activity as ActivityMatcher), isActivityError);
    attempt(() => fake.journal.find(journal as JournalMatcher), isFakeServerError);
  },
};
