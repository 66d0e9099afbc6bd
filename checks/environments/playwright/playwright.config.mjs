import { defineConfig } from '@playwright/test';

// The workers of the run load this file, too, and must use the same port.
process.env.PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
const url = `http://127.0.0.1:${process.env.PORT}`;

export default defineConfig({
  use: { baseURL: url },
  webServer: {
    command: `mock-services-fake --worlds --admin --port ${process.env.PORT}`,
    url,
    timeout: 20_000,
    stderr: 'pipe',
  },
});
