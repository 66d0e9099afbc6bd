/** The process that the program runs in: its output, environment, signals and browser. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The parts of a process that the program uses. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Resolves when the program receives a signal to stop. */
  readonly stopped: () => Promise<void>;
  /** Version of the package. */
  readonly version: () => string;
  /** URL of the package's module. */
  readonly module: () => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the output is a terminal. */
  readonly isInteractive: boolean;
  /** Opens a URL in the browser. */
  readonly open: (url: string) => void;
}

/**
 * The terminal of the current process.
 *
 * @param manifest - The package's `package.json`.
 */
export function processTerminal(manifest: URL): Terminal {
  // A closed pipe does not stop the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    out: write(process.stdout),
    error: write(process.stderr),
    stopped,
    version: () => (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version,
    module: () => import.meta.resolve('@mock-services/explorer'),
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

/** Programs that open a URL, by platform, with the arguments that precede the URL. */
const openers: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  darwin: ['open'],
  // `start` is a shell command, and the shell would interpret the URL.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a URL in the browser. Does nothing if there is no browser, because the program prints the URL. The browser does not
 * receive the credentials in the environment.
 */
export function openInBrowser(url: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  const [file, ...args] = openers[platform] ?? ['xdg-open'];
  const { MOCK_SERVICES_TOKEN: _token, MOCK_SERVICES_HEADERS: _headers, ...env } = environment;
  spawn(file, [...args, url], { stdio: 'ignore', detached: true, env })
    .on('error', () => {})
    .unref();
}
