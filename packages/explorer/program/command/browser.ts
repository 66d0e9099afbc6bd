import { spawn } from 'node:child_process';

/** Programs that open an address, by platform, with their arguments before it. */
const openers: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  darwin: ['open'],
  // `start` is a command of the shell, which would read the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser, if there is one: it is printed too. */
export function openInBrowser(url: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  const [file, ...args] = openers[platform] ?? ['xdg-open'];
  const { MOCK_SERVICES_TOKEN: _token, MOCK_SERVICES_HEADERS: _headers, ...env } = environment;
  spawn(file, [...args, url], { stdio: 'ignore', detached: true, env })
    .on('error', () => {})
    .unref();
}
