import { HarError, toHar } from '@mock-services/sdk/activity';
import { FixtureError, createFakeServer, demoWorld } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, workspace } from '../support/samples.ts';

const seed = { workspaces: [workspace(1)], activity: { [idOf(1)]: [activityEntry(5)] } };
const { activity, workspaces } = demoWorld();
const recorded = activity[workspaces[0]?.id ?? ''] ?? [];

describe('an HTTP Archive', () => {
  test('becomes entries at the end of a log', () => {
    const fake = createFakeServer({ seed });
    const har = JSON.stringify(toHar(recorded));
    const added = fake.activity.fromHar(idOf(1), har);
    expect(added.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(5), ...added]);
  });

  test('is kept as far as the log goes', () => {
    const fake = createFakeServer({ seed, maxActivityEntries: 3 });
    const added = fake.activity.fromHar(idOf(1), toHar(recorded));
    expect(fake.activity.list(idOf(1))).toEqual(added.slice(-3));
  });

  test.each<[string, string, unknown, typeof HarError | typeof FixtureError]>([
    ['no archive', idOf(1), '{}', HarError],
    ['no workspace', idOf(9), toHar(recorded), FixtureError],
    ['one entry twice', idOf(1), toHar([...recorded, ...recorded.slice(0, 1)]), FixtureError],
    ['an entry that is there', idOf(1), toHar([...recorded, activityEntry(5)]), FixtureError],
  ])('is refused as a whole: %s', (_, id, har, error) => {
    const fake = createFakeServer({ seed });
    expect(() => fake.activity.fromHar(id, har)).toThrow(error);
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(5)]);
  });
});
