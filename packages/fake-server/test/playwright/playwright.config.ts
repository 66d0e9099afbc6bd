import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'];

export default defineConfig({
  testDir: process.env['SPECS'] ?? 'specs',
  fullyParallel: true,
  workers: 2,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: process.env['BASE_URL'] ?? 'http://127.0.0.1:5173',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
    },
  },
});
