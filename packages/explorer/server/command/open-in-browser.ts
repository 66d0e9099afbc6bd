import { spawn } from 'node:child_process';

const openers: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  darwin: ['open'],
  // Avoid the `start` command, because its shell would interpret special characters in the URL.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Ignores a browser that cannot be started, because the program also prints the URL. The browser does not receive the
 * environment variables that contain credentials.
 */
export function openInBrowser(url: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  const [file, ...args] = openers[platform] ?? ['xdg-open'];
  const { MOCK_SERVICES_TOKEN: _token, MOCK_SERVICES_HEADERS: _headers, ...env } = environment;
  spawn(file, [...args, url], { stdio: 'ignore', detached: true, env })
    .on('error', () => {})
    .unref();
}
