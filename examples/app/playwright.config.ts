import { defineConfig, devices } from '@playwright/test';

/** Another browser than Playwright's own, such as the system's Chromium. */
const executablePath = process.env['CHROME_PATH'];
/** Address of the application, if it is already running. */
const running = process.env['BASE_URL'];
const baseURL = running ?? 'http://127.0.0.1:5173';

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 4,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: { baseURL, trace: 'on-first-retry' },
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
  ...(running === undefined && {
    webServer: {
      command: 'npx vite --port 5173 --strictPort',
      url: baseURL,
      env: { VITE_SERVICE: 'http://127.0.0.1:9' },
    },
  }),
});
