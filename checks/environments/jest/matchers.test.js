const { createFakeServer } = require('@mock-services/fake-server/core');
const { matchers } = require('@mock-services/fake-server/core');
const { checkMatcher } = require('./matcher.cjs');

expect.extend(matchers);

test('the matcher passes and fails like those of the runner', async () => {
  const fake = createFakeServer();
  await checkMatcher(expect, fake);
  expect(fake).toHaveReceived('listWorkspaces', { status: expect.any(Number) });
});
