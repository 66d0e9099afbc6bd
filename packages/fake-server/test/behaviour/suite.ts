/**
 * The behaviour of the fake server as its clients see it. Every face runs the whole of it, so that none can
 * come to differ from the others.
 */
import { describe } from 'vitest';
import { activityBehaviour } from './activity.ts';
import { faultBehaviour } from './faults.ts';
import type { ArrangedSetup } from './face.ts';
import { messageBehaviour } from './messages.ts';
import { mistakeBehaviour } from './mistakes.ts';
import { mockServiceBehaviour } from './mock-services.ts';
import { refusedBodyBehaviour } from './refused-bodies.ts';
import { workspaceBehaviour } from './workspaces.ts';

export function behaviourSuite(face: string, setup: ArrangedSetup): void {
  describe(`through ${face}`, () => {
    mockServiceBehaviour(setup);
    workspaceBehaviour(setup);
    activityBehaviour(setup);
    messageBehaviour(setup);
    mistakeBehaviour(setup);
    refusedBodyBehaviour(setup);
    faultBehaviour(setup);
  });
}
