import { defineConfig } from 'playwright/test';

const executablePath = process.env['CHROME_PATH'];

export default defineConfig({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  outputDir: process.env['PLAYWRIGHT_OUTPUT'] ?? 'test-results',
  use: {
    /** The address at which Vite serves the page. */
    baseURL: process.env['BASE_URL'] ?? 'http://localhost:5173',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
    },
  },
});
