/**
 * Gives each test its own world. Start the server first, with the origin of the page:
 * npx @mock-services/fake-server --worlds --admin --cors-origin http://localhost:5173
 */
import { connectFake, type RemoteFake } from '@mock-services/fake-server/core';

/** The current test's world. */
let fake: RemoteFake;

beforeEach(() => {
  const world = crypto.randomUUID();
  fake = connectFake(String(Cypress.env('service')), { world });
  // The header names the world, so the page does not need another base URL.
  cy.intercept('/api/**', ({ headers }) => {
    headers['x-mock-services-world'] = world;
  });
});

afterEach(async () => {
  await fake.deleteWorld();
});

declare global {
  namespace Cypress {
    interface Chainable {
      /** Calls functions of the fake server, and yields the result. */
      fake<Result>(act: (fake: RemoteFake) => Promise<Result>): Chainable<Result>;
    }
  }
}

Cypress.Commands.add('fake', (act) => cy.wrap(fake, { log: false }).then(act));
