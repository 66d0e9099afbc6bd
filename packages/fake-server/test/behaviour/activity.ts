/** Operations 1 and 2. */
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, workspace } from '../support/samples.ts';
import { connect, type Setup } from './face.ts';

const logOf = (n: number): string => `/workspace/${idOf(n)}/activity`;
const seed = {
  workspaces: [workspace(1), workspace(2), workspace(3)],
  activity: { [idOf(1)]: [activityEntry(12), activityEntry(11)], [idOf(2)]: [activityEntry(21)] },
};

export function activityBehaviour(setup: Setup): void {
  describe('activity', () => {
    test('is returned as it was recorded', async () => {
      const call = await connect(setup, { seed });
      const response = await call('GET', logOf(1));
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: [activityEntry(12), activityEntry(11)] });
    });

    test('is an empty list where nothing was recorded', async () => {
      const call = await connect(setup, { seed });
      expect((await call('GET', logOf(3))).text).toBe('{"data":[]}');
    });

    test('is cleared for one workspace only, with an empty body', async () => {
      const call = await connect(setup, { seed });
      const response = await call('DELETE', logOf(1));
      expect(response.status).toBe(200);
      expect(response.bytes).toHaveLength(0);
      expect((await call('GET', logOf(1))).json()).toEqual({ data: [] });
      expect((await call('GET', logOf(2))).json()).toEqual({ data: [activityEntry(21)] });
    });

    test('can be cleared when it is empty', async () => {
      const call = await connect(setup, { seed });
      expect((await call('DELETE', logOf(3))).status).toBe(200);
    });
  });
}
