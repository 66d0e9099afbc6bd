/** Uses `toHaveReceived` with the `expect` of a test runner. */
const assert = require('node:assert/strict');

exports.checkMatcher = async (expect, fake) => {
  await fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
  expect(fake).toHaveReceived('listWorkspaces', { status: '2xx' }, { times: 1 });
  expect(fake).not.toHaveReceived('listMockServices');
  assert.throws(
    () => expect(fake).toHaveReceived('listWorkspaces', { status: 404 }),
    /status: expected 404, received 200/,
  );
  assert.throws(() => expect(fake).not.toHaveReceived('listWorkspaces'), /1 request matches/);
};
