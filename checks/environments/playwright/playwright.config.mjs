import { defineConfig } from '@playwright/test';

// The workers of the run load this file, too, and must use the same ports.
process.env.PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
process.env.APP_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
const url = `http://127.0.0.1:${process.env.PORT}`;
const appUrl = `http://127.0.0.1:${process.env.APP_PORT}`;
const launchOptions = { args: ['--no-sandbox'] };
if (process.env.CHROME_PATH) launchOptions.executablePath = process.env.CHROME_PATH;

export default defineConfig({
  projects: [
    { name: 'port', testMatch: 'service.spec.mjs', use: { baseURL: url } },
    { name: 'page', testMatch: '*.spec.ts', use: { baseURL: appUrl, launchOptions } },
  ],
  webServer: [
    {
      command: `mock-services-fake --worlds --admin --port ${process.env.PORT}`,
      url,
      timeout: 20_000,
      stderr: 'pipe',
    },
    { command: 'node app.mjs', url: appUrl, timeout: 20_000, stderr: 'pipe' },
  ],
});
