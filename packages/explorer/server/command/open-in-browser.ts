import { spawn } from 'node:child_process';

/** The URL is appended as the last argument. */
const openers: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  darwin: ['open'],
  // Avoid the `start` command, because its shell would interpret special characters in the URL.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a URL in the browser, without passing on the environment variables that contain credentials. If no browser can be
 * started, does nothing, because the program also prints the URL.
 */
export function openInBrowser(url: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  const [file, ...args] = openers[platform] ?? ['xdg-open'];
  const { MOCK_SERVICES_TOKEN: _token, MOCK_SERVICES_HEADERS: _headers, ...env } = environment;
  spawn(file, [...args, url], { stdio: 'ignore', detached: true, env })
    .on('error', () => {})
    .unref();
}
