import {
  exactReader,
  exitCodes,
  Failure,
  jsonText,
  pause,
  quoted,
  shown,
  stopCode,
  timeLimitOf,
} from '@mock-services/cli-kit';
import {
  type ActivityEntry,
  isApiError,
  isNetworkError,
  isParseError,
  isTimeoutError,
} from '@mock-services/sdk';
import { check, identifier, typeName } from '@mock-services/sdk/contract';
import {
  type ActivityFields,
  type ActivityReader,
  bodyOf,
  findActivity,
  isAbortError,
  isActivityError,
  redact,
  type Side,
  type StatusClass,
  urlOf,
  watchActivity,
} from '@mock-services/sdk/activity';
import type { Context } from './code-commands.ts';
import type { Options } from './options.ts';
import { type LogOptions, readable, readLog } from './readable.ts';
import { describeFailure, named } from './service.ts';
import { type Painter, painter } from './terminal.ts';

export async function workspaceId(
  { client, terminal }: Context,
  given: string,
  signal = terminal.stopped,
): Promise<string> {
  if (check(identifier, given).length === 0) return given;
  return named(given, await client.workspaces.list({ signal }), 'name').id;
}

/** First pause in milliseconds between two reads. While no entries arrive, pauses grow to eight times this value. */
const tailInterval = 250;

export async function tail(context: Context, workspace: string, options: Options<'tail'>): Promise<number> {
  const { terminal } = context;
  const signal = AbortSignal.any([terminal.stopped, terminal.closed]);
  const status = 'Waiting for matching exchanges … (Ctrl+C to stop)';
  for await (const line of follow(context, workspace, options, status, signal)) terminal.out(line);
  return terminal.stopped.aborted ? stopCode(terminal) : exitCodes.done;
}

export async function wait(
  context: Context,
  workspace: string,
  options: Options<'wait'> & { readonly timeout: string },
): Promise<number> {
  const { terminal } = context;
  const limit = timeLimitOf(options.timeout, '--timeout');
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limit);
  const signal = AbortSignal.any([terminal.stopped, terminal.closed, late.signal]);
  try {
    for await (const line of follow(
      context,
      workspace,
      options,
      'Waiting for a matching exchange …',
      signal,
    )) {
      terminal.out(line);
      return exitCodes.done;
    }
  } finally {
    clearTimeout(timer);
  }
  if (terminal.stopped.aborted) return stopCode(terminal);
  terminal.error(`No exchange matched within ${options.timeout}. Pass a longer --timeout, or fewer filters.`);
  return exitCodes.different;
}

type FollowOptions = Options<'tail'> | Options<'wait'>;

async function* follow(
  context: Context,
  workspace: string,
  options: FollowOptions,
  status: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { terminal, json } = context;
  const { includeCredentials = false, localTime = false, validation, text } = options;
  const paint = painter(terminal);
  const matcher = matcherOf(options);
  try {
    const id = await workspaceId(context, workspace, signal);
    terminal.status?.(status);
    const polling = { interval: tailInterval, signal };
    for await (const entry of watchActivity(patientReader(context, signal, validation), id, polling)) {
      const found = findActivity(readable([entry], { validation }, terminal), matcher);
      for (const one of found) {
        if (text !== undefined && !(await contains(one, text))) continue;
        const [shownOne = one] = includeCredentials ? [one] : redact([one]);
        yield json ? jsonText(shownOne, 0) : exchangeText(shownOne, paint, localTime);
      }
    }
  } catch (error) {
    if (!signal.aborted || !isAbortError(error)) throw error;
  } finally {
    terminal.status?.('');
  }
}

async function contains(entry: ActivityEntry, wanted: string): Promise<boolean> {
  const sides = ['request', 'response'] as const;
  const headers = sides.flatMap((side) => Object.entries(entry[side].headers).map((pair) => pair.join(': ')));
  const bodies = await Promise.all(sides.map((side) => bodyText(entry, side)));
  return [urlOf(entry), ...headers, ...bodies].some((each) =>
    each.toLowerCase().includes(wanted.toLowerCase()),
  );
}

async function bodyText(entry: ActivityEntry, side: Side): Promise<string> {
  try {
    return (await bodyOf(entry, side).decoded()).text();
  } catch (error) {
    if (isActivityError(error, 'unreadable-body')) return '';
    throw error;
  }
}

function matcherOf({
  status,
  method,
  path,
  host,
  scenarioId,
  slowerThan,
  since,
  requestHeader,
  responseHeader,
}: FollowOptions): ActivityFields {
  const isClass = status !== undefined && /^[1-5]xx$/.test(status);
  if (status !== undefined && !isClass && !/^[1-5]\d\d$/.test(status))
    throw new Failure(
      `--status must be a status such as 404, or a class such as 5xx, not ${quoted(status)}.`,
    );
  if (path !== undefined && !/^[/*]/.test(path))
    throw new Failure(
      `--path must begin with / or *, not ${quoted(path)}. Use ${quoted(`/${path}`)} or ${quoted(`**${path}`)}.`,
    );
  if (host !== undefined && (host === '' || host.includes('/')))
    throw new Failure(`--host must be a host name such as orders.example.com, not ${quoted(host)}.`);
  if (scenarioId !== undefined && check(identifier, scenarioId).length > 0)
    throw new Failure(`--scenario-id must be a UUID, not ${quoted(scenarioId)}.`);
  return {
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(host !== undefined && { host }),
    ...(scenarioId !== undefined && { scenarioId }),
    ...(requestHeader && { headers: headersOf('--request-header', requestHeader) }),
    ...(responseHeader && { responseHeaders: headersOf('--response-header', responseHeader) }),
    ...(slowerThan !== undefined && { slowerThan }),
    ...(since !== undefined && { since: new Date(since) }),
    ...(status !== undefined && { status: isClass ? (status as StatusClass) : Number(status) }),
  };
}

/**
 * A header given without a value matches any value. Messages omit header values, because a value may be a credential.
 */
function headersOf(option: string, texts: readonly string[]): NonNullable<ActivityFields['headers']> {
  const headers = new Map<string, string | true>();
  for (const text of texts) {
    const [, name, , value] = /^([^\s:]+)\s*(:(.*))?$/s.exec(text) ?? [];
    if (name === undefined) throw new Failure(`${option} must be a name, or have the form 'Name: value'.`);
    const key = name.toLowerCase();
    if (headers.has(key))
      throw new Failure(`${option} gives the header ${quoted(name)} twice. Remove one of them.`);
    headers.set(key, value?.trim() ?? true);
  }
  return Object.fromEntries(headers);
}

function exchangeText(entry: ActivityEntry, paint: Painter, isLocal: boolean): string {
  const { request, response } = entry;
  // Without strict validation, the timestamp may not be a string.
  const { timestamp }: { readonly timestamp: unknown } = entry;
  const { statusCode, responseTimeMs } = response;
  const time = isLocal ? localTime(String(timestamp)) : utcTime(String(timestamp));
  const color = statusCode >= 500 ? 'red' : statusCode >= 400 ? 'yellow' : 'green';
  return [
    paint('dim', time),
    paint(color, String(statusCode)),
    shown(request.method).padEnd(6),
    shown(urlOf(entry).replace(/^\w+:\/\//, '')),
    paint('dim', `${responseTimeMs} ms`),
  ].join('  ');
}

function utcTime(timestamp: string): string {
  return shown(timestamp)
    .replace('T', ' ')
    .replace(/(\.\d+)?(Z|\+00:00)$/, '');
}

function localTime(timestamp: string): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return utcTime(timestamp);
  const minutes = -time.getTimezoneOffset();
  const clock = new Date(time.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${clock.replace('T', ' ')} ${minutes < 0 ? '-' : '+'}${hour}:${minute}`;
}

/** Pause in milliseconds between two attempts to reach a service that does not respond. */
const patience = 1000;

/** Returns a reader that retries during an outage of the service, unless the very first read fails. */
function patientReader(
  { client, terminal, secrets }: Context,
  ended: AbortSignal,
  validation: LogOptions['validation'],
): ActivityReader {
  const read = exactReader(terminal);
  let hasRead = false;
  const list: ActivityReader['activity']['list'] = async (workspaceId, { signal }) => {
    for (let isAway = false; ;) {
      try {
        const entries = await readLog(client, read, workspaceId, { signal, validation });
        if (isAway) terminal.error('The service is back.');
        hasRead = true;
        // With `warn`, the client reports values that are not objects, but returns them.
        return entries.filter((entry) => typeName(entry) === 'object');
      } catch (error) {
        // After a restart, a service may respond with 404 until its data is loaded.
        if (!hasRead || signal?.aborted || (isFinal(error) && !isAway)) throw error;
        if (!isAway) terminal.error(`${describeFailure(error, secrets)}\nWaiting for the service …`);
        isAway = true;
        await pause(patience, ended);
      }
    }
  };
  return { activity: { list } };
}

function isFinal(error: unknown): boolean {
  if (isApiError(error)) return error.status < 500 && ![408, 429].includes(error.status);
  return !isNetworkError(error) && !isTimeoutError(error) && !isParseError(error);
}
