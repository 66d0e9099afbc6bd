import {
  counted,
  exitCodes,
  Failure,
  jsonText,
  outputTo,
  quoted,
  shown,
  stopCode,
} from '@mock-services/program';
import {
  type ActivityEntry,
  isApiError,
  isNetworkError,
  isParseError,
  isTimeoutError,
  type MockServiceSummary,
  type Workspace,
} from '@mock-services/sdk';
import { check, identifier } from '@mock-services/sdk/contract';
import {
  type ActivityFields,
  type ActivityReader,
  decodeBodies,
  findActivity,
  isAbortError,
  isBodyError,
  redact,
  type StatusClass,
  toHar,
  urlOf,
  watchActivity,
} from '@mock-services/sdk/activity';
import { type Context, consent, writeJson } from './code-commands.ts';
import { type LogOptions, readable } from './readable.ts';
import { describeFailure, named } from './service.ts';
import { type Painter, painter, pause, tableOf, withProgress } from './terminal.ts';

function print<Data>(
  { terminal, json }: Context,
  data: Data,
  text: (data: Data, paint: Painter) => string,
): number {
  terminal.out(json ? jsonText(data) : text(data, painter(terminal)));
  return exitCodes.done;
}

export async function list(context: Context): Promise<number> {
  const { client, terminal } = context;
  const services = await withProgress(terminal, 'Reading the list', () =>
    client.mockServices.list({ signal: terminal.stopped }),
  );
  const row = ({ id, type, updatedAt, title }: MockServiceSummary) => [
    id,
    shown(type),
    updatedAt,
    shown(title),
  ];
  const head = ['ID', 'TYPE', 'UPDATED', 'TITLE'];
  return print(context, services, (all, paint) => tableOf([head, ...all.map(row)], paint));
}

export async function workspaces(context: Context): Promise<number> {
  const { client, terminal } = context;
  const listed = await withProgress(terminal, 'Reading the workspaces', () =>
    client.workspaces.list({ signal: terminal.stopped }),
  );
  const row = ({ id, createdAt, expiresAt, name }: Workspace) => [id, createdAt, expiresAt, shown(name)];
  const head = ['ID', 'CREATED', 'EXPIRES', 'NAME'];
  return print(context, listed, (all, paint) => tableOf([head, ...all.map(row)], paint));
}

export async function get(context: Context, name: string): Promise<number> {
  const { client, terminal } = context;
  const signal = terminal.stopped;
  const service = await withProgress(terminal, 'Reading', async () => {
    const { id } = named(name, await client.mockServices.list({ signal }), 'title');
    return client.mockServices.get(id, { signal });
  });
  return print(context, service, ({ id, type, title, createdAt, updatedAt, config }, paint) =>
    [
      paint('bold', shown(title)),
      `${paint('dim', 'id      ')} ${id}`,
      `${paint('dim', 'type    ')} ${shown(type)}`,
      `${paint('dim', 'created ')} ${createdAt}`,
      `${paint('dim', 'updated ')} ${updatedAt}`,
      `${paint('dim', 'config  ')} ${jsonText(config)}`,
    ].join('\n'),
  );
}

export async function remove(context: Context, names: readonly string[], yes: boolean): Promise<number> {
  const { client, terminal, json } = context;
  const services = await client.mockServices.list({ signal: terminal.stopped });
  const note = names.length > 1 ? '\nNothing was deleted.' : '';
  const found = [...new Set(names.map((name) => named(name, services, 'title', note)))];
  const titles = found.map(({ title, id }) => `${quoted(title)} ${id}\n`).join('');
  await consent(terminal, yes, `${titles}Delete ${counted(found.length, 'mock service')}?`);
  for (const { id, title } of found) {
    terminal.stopped.throwIfAborted();
    await client.mockServices.delete(id);
    if (!json) terminal.out(`Deleted ${quoted(title)} ${id}`);
  }
  if (json) terminal.out(jsonText({ deleted: found.map(({ id, title }) => ({ id, title })) }));
  return exitCodes.done;
}

/** Sends no request if an id is given. */
async function workspaceId({ client, terminal }: Context, given: string): Promise<string> {
  if (check(identifier, given).length === 0) return given;
  return named(given, await client.workspaces.list({ signal: terminal.stopped }), 'name').id;
}

export async function clear(context: Context, workspace: string, yes: boolean): Promise<number> {
  const { client, terminal } = context;
  const id = await workspaceId(context, workspace);
  await consent(terminal, yes, `Delete all entries of the log of workspace ${shown(workspace)}?`);
  await client.activity.clear(id);
  terminal.error('The log is empty now.');
  return exitCodes.done;
}

export interface HarOptions extends LogOptions {
  readonly output?: string | undefined;
  readonly includeCredentials?: boolean | undefined;
}

export async function har(
  context: Context,
  workspace: string,
  { output: path, includeCredentials, validation }: HarOptions,
): Promise<number> {
  const { client, terminal } = context;
  const output = await outputTo(terminal, path);
  const log = await withProgress(terminal, 'Reading the log', async () =>
    client.activity.list(await workspaceId(context, workspace), { signal: terminal.stopped, validation }),
  );
  const entries = readable(log, { validation }, terminal, true);
  try {
    const archive = toHar(await decodeBodies(entries), { includeCredentials });
    await writeJson(terminal, output, archive, counted(entries.length, 'exchange'));
  } catch (error) {
    throw isBodyError(error) ? new Failure(shown(error.message)) : error;
  }
  return exitCodes.done;
}

type Filter = 'method' | 'path' | 'status' | 'host' | 'slowerThan' | 'since' | 'scenarioId';

export interface TailOptions extends LogOptions, Readonly<Partial<Record<Filter, string | undefined>>> {
  readonly includeCredentials?: boolean | undefined;
}

/** Milliseconds between two reads of a log. While no entries arrive, the pauses grow up to eightfold. */
const tailInterval = 250;

export async function tail(
  context: Context,
  workspace: string,
  { includeCredentials = false, validation, ...options }: TailOptions,
): Promise<number> {
  const { terminal, json } = context;
  const paint = painter(terminal);
  const matcher = matcherOf(options);
  const signal = AbortSignal.any([terminal.stopped, terminal.closed]);
  try {
    const id = await workspaceId(context, workspace);
    terminal.status?.('Waiting for matching exchanges … (Ctrl+C to stop)');
    const polling = { interval: tailInterval, signal };
    for await (const entry of watchActivity(patientReader(context, signal, validation), id, polling)) {
      const found = findActivity(readable([entry], { validation }, terminal), matcher);
      for (const one of includeCredentials ? found : redact(found))
        terminal.out(json ? jsonText(one, 0) : exchangeText(one, paint));
    }
  } catch (error) {
    if (!signal.aborted || !isAbortError(error)) throw error;
  } finally {
    terminal.status?.('');
  }
  return terminal.stopped.aborted ? stopCode(terminal) : exitCodes.done;
}

function matcherOf({ status, slowerThan, ...others }: TailOptions): ActivityFields {
  const isClass = status !== undefined && /^[1-5]xx$/.test(status);
  if (status !== undefined && !isClass && !/^[1-5]\d\d$/.test(status))
    throw new Failure(
      `--status must be a status such as 404, or a class such as 5xx, not ${quoted(status)}.`,
    );
  const { path, host, since, scenarioId } = others;
  if (path !== undefined && !/^[/*]/.test(path))
    throw new Failure(
      `--path must begin with / or *, not ${quoted(path)}. Use ${quoted(`/${path}`)} or ${quoted(`**${path}`)}.`,
    );
  if (host !== undefined && (host === '' || host.includes('/')))
    throw new Failure(`--host must be a host name such as orders.example.com, not ${quoted(host)}.`);
  if (slowerThan !== undefined && !/^\d+(\.\d+)?$/.test(slowerThan))
    throw new Failure(
      `--slower-than must be a number of milliseconds such as 500, not ${quoted(slowerThan)}.`,
    );
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw new Failure(`--since must be a time such as 2026-03-01T10:00:00Z, not ${quoted(since)}.`);
  if (scenarioId !== undefined && check(identifier, scenarioId).length > 0)
    throw new Failure(`--scenario-id must be a UUID, not ${quoted(scenarioId)}.`);
  return {
    ...others,
    ...(slowerThan !== undefined && { slowerThan: Number(slowerThan) }),
    ...(status !== undefined && { status: isClass ? (status as StatusClass) : Number(status) }),
  };
}

function exchangeText(entry: ActivityEntry, paint: Painter): string {
  const { request, response } = entry;
  // Without strict validation, a timestamp may have another type.
  const { timestamp }: { readonly timestamp: unknown } = entry;
  const { statusCode, responseTimeMs } = response;
  const time = shown(String(timestamp))
    .replace('T', ' ')
    .replace(/(\.\d+)?(Z|\+00:00)$/, '');
  const color = statusCode >= 500 ? 'red' : statusCode >= 400 ? 'yellow' : 'green';
  return [
    paint('dim', time),
    paint(color, String(statusCode)),
    shown(request.method).padEnd(6),
    shown(urlOf(entry).replace(/^\w+:\/\//, '')),
    paint('dim', `${responseTimeMs} ms`),
  ].join('  ');
}

/** Milliseconds between two attempts to reach a service that does not respond. */
const patience = 1000;

/** After its first success, the reader waits out outages, and reports their start and end on stderr. */
function patientReader(
  { client, terminal }: Context,
  ended: AbortSignal,
  validation: LogOptions['validation'],
): ActivityReader {
  let hasRead = false;
  const list: ActivityReader['activity']['list'] = async (workspaceId, { signal }) => {
    for (let isAway = false; ;) {
      try {
        const entries = await client.activity.list(workspaceId, { signal, validation });
        if (isAway) terminal.error('The service is back.');
        hasRead = true;
        return entries;
      } catch (error) {
        // A restarted service may respond with 404 until it has loaded its data.
        if (!hasRead || signal?.aborted || (isFinal(error) && !isAway)) throw error;
        if (!isAway) terminal.error(`${describeFailure(error)}\nWaiting for the service …`);
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
