/** Access to the current process: output, environment variables, signals and the browser. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Process functions that the program uses. Tests replace them. */
export interface Terminal {
  /** Command that starts the program here, for help texts. A clone runs the sources by npm scripts. */
  readonly command: string;
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Resolves when the program receives a signal to stop. */
  readonly stopped: () => Promise<void>;
  readonly version: () => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the output is a terminal. */
  readonly isInteractive: boolean;
  readonly open: (url: string) => void;
}

/** @param manifest - URL of the package's `package.json`. */
export function processTerminal(manifest: URL, command: string): Terminal {
  // Keep the server running if the reader of the output closes its pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    command,
    out: write(process.stdout),
    error: write(process.stderr),
    stopped,
    version: () => (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version,
    environment: process.env,
    isInteractive: process.stdout.isTTY,
    open: (url) => openInBrowser(url, process.platform, process.env),
  };
}

const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);

/** Resolves on the first signal, so that the program stops gracefully. A second signal kills the program. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** Commands that open a URL on each platform. The URL is appended as the last argument. */
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
