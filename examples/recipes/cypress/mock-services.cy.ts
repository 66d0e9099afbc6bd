/** Cypress tests with a fake server on a port. Each test has its own world, which ./support.ts creates and deletes. */
const shows = (text: string) => cy.contains('[role=status]', text);

for (const time of ['first run', 'second run']) {
  it(`a mock service that the page adds is not visible to other tests (${time})`, () => {
    cy.visit('/plain.html');
    shows('5 mock services');
    cy.contains('button', 'Add').click();
    shows('6 mock services');
    cy.fake(({ journal }) => journal.expect('createMockService', { status: 201 }, { times: 1 }));
    cy.fake(({ journal }) => journal.assertClean());
  });
}

it('the page shows the data that the test has seeded', () => {
  cy.fake((fake) => fake.seed({}));
  cy.visit('/plain.html');
  shows('0 mock services');
});

it('the page shows an error if the service responds with 503', () => {
  cy.fake(({ faults }) => faults.add({ operation: 'listMockServices', status: 503, times: 1 }));
  cy.visit('/plain.html');
  shows('Not available: ApiError');
});
