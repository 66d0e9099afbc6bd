/** Start the server first: npx @mock-services/fake-server --worlds --admin */
import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'];

export default defineConfig({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  /** In ms: the first test waits until Vite has compiled the application. */
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    /** The address of `npm run app -- --service http://127.0.0.1:4600`. */
    baseURL: process.env['BASE_URL'] ?? 'http://127.0.0.1:5173',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
    },
  },
});
