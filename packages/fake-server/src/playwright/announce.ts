import type { BrowserContext } from '@playwright/test';
import { fixtureBinding, type FixtureReply } from '../core/internals.ts';
import type { FakeServer, FakeServerError } from '../core/index.ts';

export interface Announcer {
  readonly announce: (context: BrowserContext) => Promise<void>;
  readonly brokenLinks: ReadonlySet<string>;
}

type Reply = (scenario: string | undefined) => FixtureReply;

/** Marks a context that already has the binding, because several tests may share a context. */
const reply = Symbol.for('@mock-services/fake-server.reply');

export function createAnnouncer({ baseUrl, scenario }: Pick<FakeServer, 'baseUrl' | 'scenario'>): Announcer {
  const brokenLinks = new Set<string>();
  let last: string | undefined;
  const answer: Reply = (linked) => {
    // Do not apply the same scenario again, because a reload of the page must keep the current state.
    if (linked === undefined || linked === last) return { baseUrl };
    try {
      scenario(linked);
      last = linked;
      return { baseUrl };
    } catch (error) {
      const { message } = error as FakeServerError;
      brokenLinks.add(message);
      return { baseUrl, problem: message };
    }
  };
  return {
    announce: async (context) => {
      const isBound = Reflect.has(context, reply);
      Reflect.set(context, reply, answer);
      if (isBound) return;
      await context.exposeBinding(fixtureBinding, (_source, linked: string | undefined) =>
        (Reflect.get(context, reply) as Reply)(linked),
      );
    },
    brokenLinks,
  };
}
