/**
 * Gives each test a world of its own, on one fake server for the whole run:
 *
 *     npx @mock-services/fake-server --worlds --admin
 */
const server = String(Cypress.env('service'));

/** Name of the world of the running test. */
let world: string;

beforeEach(() => {
  world = crypto.randomUUID();
  // The base URL of the page stays as it is: a header names the world.
  cy.intercept('/api/**', ({ headers }) => {
    headers['x-mock-services-world'] = world;
  });
});

afterEach(() => {
  // The world was made at its first use, if there was one.
  cy.request({ method: 'DELETE', url: `${server}/__fake/worlds/${world}`, failOnStatusCode: false });
});

declare namespace Cypress {
  interface Chainable {
    /** Calls an admin endpoint of the world; `GET /__fake/` of the server lists them. Yields the response. */
    fake(method: string, path: string, body?: object): Chainable<Response<unknown>>;
  }
}

Cypress.Commands.add('fake', (method, path, body) =>
  cy.request({ method, url: `${server}/worlds/${world}/__fake${path}`, ...(body && { body }) }),
);
