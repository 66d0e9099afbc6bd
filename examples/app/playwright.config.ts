import { defineConfig, devices } from '@playwright/test';

/** Another browser than Playwright's own, such as the system's Chromium. */
const executablePath = process.env['CHROME_PATH'];
const port = process.env['PORT'] ?? '5173';
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 4,
  use: { baseURL, trace: 'retain-on-failure' },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: { ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] },
      },
    },
    { name: 'firefox', use: devices['Desktop Firefox'] },
    { name: 'webkit', use: devices['Desktop Safari'] },
  ],
  // With VITE_SERVICE, the page starts no fake server of its own. No request reaches that service.
  webServer: {
    command: process.env['SERVE'] ?? `npx vite --port ${port} --strictPort`,
    url: baseURL,
    env: { VITE_SERVICE: 'http://127.0.0.1:9' },
  },
});
