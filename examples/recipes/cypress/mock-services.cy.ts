/** Cypress with a fake server on a port, on which each test has a world of its own, made and removed by ./support.ts. */
const shows = (text: string) => cy.contains('[role=status]', text);

for (const time of ['once', 'again']) {
  it(`a page adds a mock service to the world of its test, ${time}`, () => {
    cy.visit('/plain.html');
    shows('5 mock services');
    cy.contains('button', 'Add').click();
    shows('6 mock services');
    cy.fake('POST', '/journal/find', { operation: 'createMockService' })
      .its('body.found')
      .should('have.length', 1);
    cy.fake('GET', '/journal').its('body.clean').should('be.true');
  });
}

it('a test prepares its world', () => {
  cy.fake('PUT', '/seed', {});
  cy.visit('/plain.html');
  shows('0 mock services');
});

it('the service is down in the world of one test', () => {
  cy.fake('POST', '/faults', { operation: 'listMockServices', status: 503, times: 1 });
  cy.visit('/plain.html');
  shows('Not available: ApiError');
});
