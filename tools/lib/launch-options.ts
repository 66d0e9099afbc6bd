/** How tests start a Chromium: the one that `CHROME_PATH` names, or playwright's own, without calls of its own. */
const executablePath = process.env['CHROME_PATH'];

export const launchOptions = {
  ...(executablePath !== undefined && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
