/** Gives each test its own world. Start the server first: npx @mock-services/fake-server --worlds --admin */
const server = String(Cypress.env('service'));

/** Name of the current test's world. */
let world: string;

beforeEach(() => {
  world = crypto.randomUUID();
  // The header names the world, so the page does not need another base URL.
  cy.intercept('/api/**', ({ headers }) => {
    headers['x-mock-services-world'] = world;
  });
});

afterEach(() => {
  // The world exists only if the test has used it.
  cy.request({ method: 'DELETE', url: `${server}/__fake/worlds/${world}`, failOnStatusCode: false });
});

declare namespace Cypress {
  interface Chainable {
    /** Calls an admin endpoint of the world, and yields the response. */
    fake(method: string, path: string, body?: object): Chainable<Response<unknown>>;
  }
}

Cypress.Commands.add('fake', (method, path, body) =>
  cy.request({ method, url: `${server}/worlds/${world}/__fake${path}`, ...(body && { body }) }),
);
