/** Texts as long as a string can be, or longer, end no server. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { activityEntry, idOf, workspace } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const list = '/configuration/mock-services';

test('a body that the journal cannot hold is left out of it', () => {
  const fake = createFakeServer({ journal: { maxBytes: Number.POSITIVE_INFINITY } });
  // Each character takes six once it is escaped.
  const body = '\u0001'.repeat(100_000_000);
  expect(fake.handle({ method: 'GET', path: list, body }).status).toBe(200);
  expect(fake.journal.entries).toMatchObject([{ operation: 'listMockServices', status: 200, body: '' }]);
});

test('a list that is longer than a string can be is a failure', () => {
  const note = 'x'.repeat(90_000_000);
  const seed = { workspaces: [workspace(1)] };
  const fake = createFakeServer({ seed, maxWorldBytes: Number.POSITIVE_INFINITY });
  for (let n = 2; n < 8; n += 1) fake.activity.record(idOf(1), { ...activityEntry(n), metadata: { note } });
  expect(send(fake, 'GET', `/workspace/${idOf(1)}/activity`)).toMatchObject({
    status: 500,
    body: expect.stringContaining('Invalid string length') as string,
  });
  expect(send(fake, 'GET', list).status).toBe(200);
});
