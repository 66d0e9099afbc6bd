import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  escaping,
  exitCodeOf,
  Failure,
  isLoopback,
  proxyAdvice,
  type Terminal,
  untilStopped,
  usageFailure,
} from '@mock-services/cli-kit';
import { apiPath, ownMark } from '../marks.ts';
import type { Problem } from '../proxy/problems.ts';
import { serveExplorer, type ExplorerOptions, type RunningExplorer } from '../server.ts';
import { PageMissing } from '../page-files.ts';
import { readArguments, type Arguments } from './arguments.ts';
import { openInBrowser } from './open-in-browser.ts';

interface Actions {
  readonly start?: (options: ExplorerOptions) => Promise<RunningExplorer>;
  readonly open?: (url: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv) => void;
}

export function main(args: readonly string[], own: Terminal, actions: Actions = {}): Promise<number> {
  const terminal = escaping(own);
  return exitCodeOf(terminal, () => run(args, terminal, actions));
}

async function run(
  args: readonly string[],
  terminal: Terminal,
  { start = serveExplorer, open = openInBrowser }: Actions,
): Promise<number> {
  const given = await readArguments(args, terminal);
  const running = await listen(given, start);
  if (sendsTokenUnencrypted(given)) terminal.error(unencryptedWarning);
  terminal.out(greeting(running, terminal.command));
  if (running.service !== undefined) void warnOfObstacle(running, terminal);
  if (given.open && terminal.isInteractive && !terminal.environment['CI'])
    open(running.url, process.platform, terminal.environment);
  const exitCode = await untilStopped(terminal);
  await running.close();
  return exitCode;
}

async function listen(
  { service, headers, port }: Arguments,
  start: NonNullable<Actions['start']>,
): Promise<RunningExplorer> {
  try {
    return await start({ service, headers: Object.fromEntries(headers), port });
  } catch (error) {
    throw startFailure(error, port);
  }
}

function startFailure(error: unknown, port: number | undefined): unknown {
  if (error instanceof TypeError) return usageFailure(error.message);
  if (error instanceof PageMissing) return new Failure(error.message);
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = reasons[String(code)]?.(port === undefined ? 'Each port from 4610 to 4629' : `Port ${port}`);
  return reason === undefined ? error : new Failure(reason);
}

const reasons: Readonly<Record<string, (port: string) => string>> = {
  EADDRINUSE: (port) =>
    `${port} is in use. Choose another port with --port, or let --port 0 choose a free port.`,
  EACCES: (port) =>
    `You do not have permission to listen on ${port.toLowerCase()}. Choose a port above 1023 with --port.`,
};

function sendsTokenUnencrypted({ service = '', headers }: Arguments): boolean {
  if (!URL.canParse(service) || !headers.has('authorization')) return false;
  const { protocol, hostname } = new URL(service);
  return protocol === 'http:' && !isLoopback(hostname);
}

const unencryptedWarning =
  'The token is sent to the service unencrypted. Use the https URL of the service if it has one.';

const checkTimeout = 5000;

async function warnOfObstacle(running: RunningExplorer, terminal: Terminal): Promise<void> {
  const obstacle = await obstacleAt(running, terminal.environment);
  if (obstacle !== undefined && !terminal.stopped.aborted) terminal.error(obstacle);
}

async function obstacleAt(
  { url, service = '' }: RunningExplorer,
  environment: Terminal['environment'],
): Promise<string | undefined> {
  const warning = (title: string, advice: string) => `${title}. The page keeps trying. ${advice}`.trim();
  // Load the schemas only here, because they would slow down every start.
  const { endpoints } = await import('@mock-services/sdk/contract');
  try {
    // Use a new agent, because an environment variable may make the global agent send requests to a proxy.
    const request = get(new URL(apiPath + endpoints.listWorkspaces.path, url), {
      agent: new Agent(),
      signal: AbortSignal.timeout(checkTimeout),
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers } = response;
    if (ownMark in headers) {
      const { title, detail, command = '' } = (await json(response)) as Problem;
      return warning(title, `${detail} ${command}`);
    }
    response.destroy();
    if (status >= 200 && status < 300) return undefined;
    const advice =
      status === 401
        ? 'Set MOCK_SERVICES_TOKEN, or enter a token in the page.'
        : (proxyAdvice(service, environment, true) ?? 'Check the service URL.');
    return warning(`${service} responded with ${status}`, advice);
  } catch {
    return warning(
      `${service} did not respond within ${checkTimeout / 1000} seconds`,
      'See the log of the service.',
    );
  }
}

function greeting({ url, service }: RunningExplorer, command: string): string {
  return [
    `Explorer at ${url}`,
    service === undefined
      ? `The page shows sample data. To use your service: ${command} https://mocks.example.com/api`
      : `Service: ${service}`,
    'Stop with Ctrl+C.',
  ].join('\n');
}
