import {
  counted,
  exactReader,
  exitCodes,
  Failure,
  jsonText,
  outputTo,
  quoted,
  shown,
  withProgress,
} from '@mock-services/cli-kit';
import type { MockServiceSummary, Workspace } from '@mock-services/sdk';
import { decodeBodies, isActivityError, toHar } from '@mock-services/sdk/activity';
import { type Context, consent, writeJson } from './code-commands.ts';
import { workspaceId } from './log-commands.ts';
import type { Options } from './options.ts';
import { readable, readLog } from './readable.ts';
import { named, unlessGone } from './service.ts';
import { type Painter, painter, tableOf } from './terminal.ts';

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
    exactReader(terminal)(client.mockServices.list({ signal: terminal.stopped })),
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
    exactReader(terminal)(client.workspaces.list({ signal: terminal.stopped })),
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
    return exactReader(terminal)(client.mockServices.get(id, { signal }));
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
  const deleted: Pick<MockServiceSummary, 'id' | 'title'>[] = [];
  try {
    for (const { id, title } of found) {
      terminal.stopped.throwIfAborted();
      await client.mockServices.delete(id).catch(unlessGone);
      deleted.push({ id, title });
      if (!json) terminal.out(`Deleted ${quoted(title)} ${id}`);
    }
  } finally {
    if (json) terminal.out(jsonText({ deleted }));
  }
  return exitCodes.done;
}

export async function clear(context: Context, workspace: string, yes: boolean): Promise<number> {
  const { client, terminal } = context;
  const id = await workspaceId(context, workspace);
  await consent(terminal, yes, `Delete all entries of the log of workspace ${shown(workspace)}?`);
  await client.activity.clear(id);
  terminal.error('The log is empty now.');
  return exitCodes.done;
}

export async function har(
  context: Context,
  workspace: string,
  { output: path, includeCredentials, validation }: Options<'har'>,
): Promise<number> {
  const { client, terminal } = context;
  const output = await outputTo(terminal, path);
  const log = await withProgress(terminal, 'Reading the log', async () =>
    readLog(client, exactReader(terminal), await workspaceId(context, workspace), {
      signal: terminal.stopped,
      validation,
    }),
  );
  const entries = readable(log, { validation }, terminal, true);
  try {
    const archive = toHar(await decodeBodies(entries), { includeCredentials });
    await writeJson(terminal, output, archive, counted(entries.length, 'exchange'));
  } catch (error) {
    throw isActivityError(error, 'unreadable-body') ? new Failure(shown(error.message)) : error;
  }
  return exitCodes.done;
}
