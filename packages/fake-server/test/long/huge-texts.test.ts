/** Checks that the fake server handles strings of the maximum length. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { activityPath, mockServicesPath } from '../support/paths.ts';
import { activityEntry, idOf, workspace } from '../support/samples.ts';
import { send } from '../support/wire.ts';

test('a list request gets a 500 if the response would exceed the maximum string length', () => {
  const note = 'x'.repeat(90_000_000);
  const seed = { workspaces: [workspace(1)] };
  const fake = createFakeServer({ seed, maxWorldBytes: Number.POSITIVE_INFINITY });
  for (let n = 2; n < 8; n += 1) fake.activity.record(idOf(1), { ...activityEntry(n), metadata: { note } });
  expect(send(fake, 'GET', activityPath(idOf(1)))).toMatchObject({
    status: 500,
    body: expect.stringContaining('Invalid string length') as string,
  });
  expect(send(fake, 'GET', mockServicesPath).status).toBe(200);
});
