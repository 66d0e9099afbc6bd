import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { proxyAdvice } from '../../../cli/src/proxy.ts';
import { apiPath, ownMark } from '../marks.ts';
import type { Problem } from '../proxy/problems.ts';
import { serveExplorer, type ExplorerOptions, type RunningExplorer } from '../serve-explorer.ts';
import { PageMissing } from '../server/page-files.ts';
import { CommandFailure, exitCodes, readArguments, usageError, type Arguments } from './arguments.ts';
import type { Terminal } from './terminal.ts';

export type Start = (options: ExplorerOptions) => Promise<RunningExplorer>;

/** Resolves to the exit code. */
export async function main(
  args: readonly string[],
  terminal: Terminal,
  start: Start = serveExplorer,
): Promise<number> {
  try {
    return await run(args, terminal, start);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const print = error.exitCode === exitCodes.done ? terminal.out : terminal.error;
    print(error.message);
    return error.exitCode;
  }
}

async function run(args: readonly string[], terminal: Terminal, start: Start): Promise<number> {
  const given = readArguments(args, terminal);
  const running = await listen(given, start);
  // Listen for signals before printing the greeting, because a parent process may stop the program as soon as the greeting
  // appears.
  const stopped = terminal.stopped();
  if (sendsTokenUnencrypted(given)) terminal.error(unencryptedWarning);
  terminal.out(greeting(running, terminal.command));
  if (running.service !== undefined) void warnOfObstacle(running, terminal, stopped);
  if (given.open && terminal.isInteractive && !terminal.environment['CI']) terminal.open(running.url);
  await stopped;
  await running.close();
  return exitCodes.done;
}

async function listen({ service, headers, port }: Arguments, start: Start): Promise<RunningExplorer> {
  try {
    return await start({ service, headers: Object.fromEntries(headers), port });
  } catch (error) {
    throw startFailure(error, port);
  }
}

/** Converts a known start error to a `CommandFailure` with an explanation. Returns any other error unchanged. */
function startFailure(error: unknown, port: number | undefined): unknown {
  if (error instanceof TypeError) return usageError(error.message);
  if (error instanceof PageMissing) return new CommandFailure('failed', error.message);
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = reasons[String(code)]?.(port === undefined ? 'Each port from 4610 to 4629' : `Port ${port}`);
  return reason === undefined ? error : new CommandFailure('listen', reason);
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
  return protocol === 'http:' && !/^(?:localhost|127\..*|\[::1\])$/.test(hostname);
}

const unencryptedWarning =
  'The token is sent to the service unencrypted. Use the https URL of the service if it has one.';

/** Time limit for the request that checks the service, in milliseconds. */
const checkTimeout = 5000;

/** Prints a warning if the service does not list its workspaces, unless the program has been stopped. */
async function warnOfObstacle(
  running: RunningExplorer,
  terminal: Terminal,
  stopped: Promise<void>,
): Promise<void> {
  const obstacle = await Promise.race([stopped, obstacleAt(running, terminal.environment)]);
  if (obstacle !== undefined) terminal.error(obstacle);
}

/** Returns a warning if the service does not list its workspaces. */
async function obstacleAt(
  { url, service = '' }: RunningExplorer,
  environment: Terminal['environment'],
): Promise<string | undefined> {
  const warning = (title: string, advice: string) => `${title}. The page keeps trying. ${advice}`.trim();
  // Load the schemas only now, because they would delay the start.
  const { endpoints } = await import('@mock-services/sdk/contract');
  try {
    // An agent of its own, because the global agent and `fetch` may send requests to this machine to a proxy.
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
