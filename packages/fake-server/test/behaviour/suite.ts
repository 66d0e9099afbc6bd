/**
 * The behaviour of the fake server as its clients see it. Every face runs all of it, so that none differs
 * from the others.
 */
import { describe } from 'vitest';
import { activityBehaviour } from './activity.ts';
import { faultBehaviour } from './faults.ts';
import type { SetupWithFake } from './face.ts';
import { messageBehaviour } from './messages.ts';
import { mistakeBehaviour } from './mistakes.ts';
import { mockServiceBehaviour } from './mock-services.ts';
import { invalidBodyBehaviour } from './invalid-bodies.ts';
import { workspaceBehaviour } from './workspaces.ts';

/** @param options - `remote`: the fake server is in another process. */
export function behaviourSuite(face: string, setup: SetupWithFake, { remote = false } = {}): void {
  describe(`through ${face}`, () => {
    mockServiceBehaviour(setup);
    workspaceBehaviour(setup);
    activityBehaviour(setup);
    messageBehaviour(setup);
    mistakeBehaviour(setup);
    invalidBodyBehaviour(setup);
    faultBehaviour(setup, remote);
  });
}
