import { describe } from 'vitest';
import type { Setup } from './adapter.ts';
import { conformanceBehavior } from './conformance.ts';
import { faultBehavior } from './faults.ts';
import { invalidBodyBehavior } from './invalid-bodies.ts';
import { messageBehavior } from './messages.ts';
import { resourceBehavior } from './resources.ts';
import { wrongPathBehavior } from './wrong-paths.ts';

/** Tests the behavior of the fake server through `fake.fetch`. `adapters.ts` compares the other adapters with it. */
export function behaviorSuite(adapter: string, setup: Setup): void {
  describe(`through ${adapter}`, () => {
    resourceBehavior(setup);
    messageBehavior(setup);
    wrongPathBehavior(setup);
    invalidBodyBehavior(setup);
    faultBehavior(setup);
    conformanceBehavior(setup);
  });
}
