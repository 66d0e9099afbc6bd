/** The types of Cypress that the recipe uses. If Cypress is installed, delete this file. */
declare namespace Cypress {
  interface Response<Body> {
    readonly status: number;
    readonly body: Body;
  }

  interface RequestOptions {
    readonly method: string;
    readonly url: string;
    readonly body?: object;
    readonly failOnStatusCode?: boolean;
  }

  interface Chainable<Subject = unknown> {
    click(): Chainable<Subject>;
    contains(selector: string, text: string): Chainable;
    intercept(url: string, handler: (request: { headers: Record<string, unknown> }) => void): Chainable;
    its(path: string): Chainable;
    request(options: RequestOptions): Chainable<Response<unknown>>;
    should(chainer: string, expected?: unknown): Chainable<Subject>;
    visit(url: string): Chainable;
  }
}

declare const Cypress: {
  env(name: string): unknown;
  readonly Commands: {
    add<Name extends keyof Cypress.Chainable>(name: Name, command: Cypress.Chainable[Name]): void;
  };
};
declare const cy: Cypress.Chainable;
declare function beforeEach(act: () => void): void;
declare function afterEach(act: () => void): void;
declare function it(name: string, test: () => void): void;
