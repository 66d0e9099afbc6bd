/** The four programs, each with the arguments that the common tests need. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serveExplorer } from '@mock-services/explorer';
import type { Terminal } from '@mock-services/cli-kit';
import { onTestFinished } from 'vitest';
import { at } from '../../tools/lib/paths.ts';
import { main as cli } from '../../packages/cli/src/commands.ts';
import { main as conformance } from '../../packages/conformance/src/command.ts';
import { main as explorer } from '../../packages/explorer/server/command/main.ts';
import { main as fake } from '../../packages/fake-server/src/node/command/main.ts';
import { newFolder, start } from '../../packages/cli-kit/test/support.ts';
import { recorder, type TerminalOptions } from '../../packages/cli-kit/test/terminal.ts';

type Main = (args: readonly string[], terminal: Terminal) => Promise<number>;

interface Program {
  readonly main: Main;
  /** File that starts the program in its own process. */
  readonly file: string;
  /** Arguments for the service at a URL, or for the service that `MOCK_SERVICES_URL` names. */
  readonly call: (url?: string) => readonly string[];
  /** Whether the program runs until it is stopped. */
  readonly isServer: boolean;
}

const pageFolder = (): string => {
  const folder = newFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head></html>');
  return folder;
};

export const programs: Readonly<Record<'fake' | 'conformance' | 'explorer' | 'cli', Program>> = {
  fake: {
    main: fake,
    file: at('packages/fake-server/src/node/bin.ts'),
    call: () => ['--port', '0'],
    isServer: true,
  },
  conformance: {
    main: conformance,
    file: at('packages/conformance/src/bin.ts'),
    call: (url) => (url === undefined ? [] : [url]),
    isServer: false,
  },
  explorer: {
    main: (args, terminal) => {
      const page = pageFolder();
      return explorer(args, terminal, { start: (options) => serveExplorer({ ...options, page }) });
    },
    file: at('checks/programs/start-explorer.ts'),
    call: (url) => ['--port', '0', ...(url === undefined ? [] : [url])],
    isServer: true,
  },
  cli: {
    main: cli,
    file: at('packages/cli/src/bin.ts'),
    call: (url) => ['list', ...(url === undefined ? [] : ['--url', url])],
    isServer: false,
  },
};

export type Name = keyof typeof programs;

export const names = Object.keys(programs) as Name[];
/** The programs that call a service. */
export const callers = names.filter((name) => name !== 'fake');

/** Runs a program within this process. A server is stopped by SIGTERM when it has started and `until` is settled. */
export async function run(
  name: Name,
  args: readonly string[],
  { until, ...options }: TerminalOptions & { readonly until?: (greeting: string) => Promise<unknown> } = {},
) {
  const stopping = new AbortController();
  const { terminal, printed } = recorder({
    ...options,
    stopped: stopping.signal,
    onOut: (greeting) =>
      void (until?.(greeting) ?? Promise.resolve()).finally(() => {
        if (programs[name].isServer) stopping.abort('SIGTERM');
      }),
  });
  return { code: await programs[name].main(args, terminal), ...printed };
}

/** Starts a program in its own process. */
export function launch(name: Name, args: readonly string[], redirection = '') {
  return start(programs[name].file, args, redirection);
}

/** Starts a service that responds to each request with an empty list, or never. */
export async function serviceThat(responds: 'responds' | 'hangs' = 'responds') {
  const received: IncomingHttpHeaders[] = [];
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const server = createServer(({ headers }, outgoing) => {
    received.push(headers);
    arrive();
    if (responds === 'responds')
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, arrived };
}
