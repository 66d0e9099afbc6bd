/** Tests the behavior of the fake server, which must be the same with every adapter. */
import { describe } from 'vitest';
import type { Setup } from './adapter.ts';
import { conformanceBehavior } from './conformance.ts';
import { faultBehavior } from './faults.ts';
import { invalidBodyBehavior } from './invalid-bodies.ts';
import { messageBehavior } from './messages.ts';
import { resourceBehavior } from './resources.ts';
import { wrongPathBehavior } from './wrong-paths.ts';

/** @param options - The `remote` option specifies whether the fake server runs in another process. */
export function behaviorSuite(adapter: string, setup: Setup, { remote = false } = {}): void {
  describe(`through ${adapter}`, () => {
    resourceBehavior(setup);
    messageBehavior(setup);
    wrongPathBehavior(setup);
    invalidBodyBehavior(setup);
    faultBehavior(setup, remote);
    conformanceBehavior(setup);
  });
}
