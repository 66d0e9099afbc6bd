/** How tests launch Chromium: the one at `CHROME_PATH`, or playwright's own, without background traffic. */
const executablePath = process.env['CHROME_PATH'];

export const launchOptions = {
  ...(executablePath !== undefined && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
