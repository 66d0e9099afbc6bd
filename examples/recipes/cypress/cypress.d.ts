/** The types of Cypress that the recipe uses. If Cypress is installed, delete this file. */
declare namespace Cypress {
  interface Chainable<Subject = unknown> {
    click(): Chainable<Subject>;
    contains(selector: string, text: string): Chainable;
    intercept(url: string, handler: (request: { headers: Record<string, unknown> }) => void): Chainable;
    then<Result>(act: (subject: Subject) => PromiseLike<Result>): Chainable<Result>;
    visit(url: string): Chainable;
    wrap<Value>(value: Value, options: { readonly log: boolean }): Chainable<Value>;
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
declare function afterEach(act: () => void | Promise<void>): void;
declare function it(name: string, test: () => void): void;
