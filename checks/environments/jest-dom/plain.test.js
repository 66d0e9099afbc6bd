// This environment lacks globals that Node and browsers have. The guide recommends jest-fixed-jsdom.
const documented = /^TextEncoder is not defined|Request is not defined|jest-fixed-jsdom/;

test('the client cannot be loaded', () => {
  expect(() => require('@mock-services/sdk')).toThrow(documented);
});

test('the fake server cannot respond', async () => {
  const { createFakeServer } = require('@mock-services/fake-server/core');
  const { baseUrl, fetch } = createFakeServer();
  await expect(fetch(`${baseUrl}/configuration/workspaces`)).rejects.toThrow(documented);
});
