/** Tests the page of ../playwright. To serve the page, run `npx vite --config vite.config.ts` in that folder. */
export default {
  e2e: {
    baseUrl: process.env['BASE_URL'] ?? 'http://localhost:5173',
    supportFile: 'support.ts',
    specPattern: '*.cy.ts',
    env: { service: process.env['MOCK_SERVICES_URL'] ?? 'http://127.0.0.1:4600' },
  },
};
