import {
  counted,
  exactReader,
  exitCodes,
  Failure,
  jsonText,
  mapStrings,
  type Output,
  outputTo,
  quoted,
  readService,
  shown,
  standardStream,
  stopCode,
  type Terminal,
  variablesIn,
  withProgress,
} from '@mock-services/cli-kit';
import type { Client, MockService } from '@mock-services/sdk';
import { idKey } from '@mock-services/sdk/contract';
import { type Outcome, perform } from './apply.ts';
import { groupedByTitle, match, type Plan, planOf } from './plan.ts';
import {
  alteredText,
  doneText,
  inexactText,
  planText,
  summaryText,
  troubleText,
  unusedIdsText,
} from './plan-text.ts';
import type { Options } from './options.ts';
import { type MockServiceFile, readMockServiceFile } from './seed-file.ts';
import { readable, readLog } from './readable.ts';
import type { Secrets } from './secrets.ts';
import { named, readMockServices } from './service.ts';
import { painter } from './terminal.ts';
import { Teller, type ToldOutcome } from './told.ts';

export interface Context {
  readonly client: Client;
  readonly url: string;
  readonly terminal: Terminal;
  readonly secrets: Secrets;
  readonly json: boolean;
}

export async function dump({ client, terminal }: Context, options: Options<'dump'>): Promise<number> {
  const { workspaces = false, activity = [], includeCredentials, validation } = options;
  const signal = terminal.stopped;
  const output = await outputTo(terminal, options.output);
  const isLogged = activity.length > 0;
  const listed = isLogged ? await client.workspaces.list({ signal }) : [];
  const logged = activity.map((given) => named(given, listed, 'name').id);
  const exact = exactReader(terminal);
  const logs = {
    list: async (id: string, read: { readonly signal: AbortSignal }) =>
      readable(await readLog(client, exact, id, { ...read, validation }), { validation }, terminal),
  };
  const copy = await readService({ ...client, activity: logs }, terminal, {
    workspaces,
    activity: isLogged && logged,
    includeCredentials,
  });
  const services = copy.mockServices;
  const parts = {
    mockServices: services.map(written),
    ...((workspaces || isLogged) && { workspaces: copy.workspaces }),
    ...(workspaces && { configurations: copy.configurations }),
  };
  const variables = output.file === undefined ? undefined : await variablesIn(options.output ?? '');
  const literal = (text: string) => (variables ? text.replaceAll('${', '$$${') : text);
  const seed = {
    $schema: 'https://unpkg.com/@mock-services/fake-server/seed.schema.json',
    ...(variables && { variables }),
    ...(mapStrings(parts, literal) as object),
    ...(isLogged && { activity: copy.activity }),
  };
  await writeJson(terminal, output, seed, counted(services.length, 'mock service'));
  if (variables !== undefined)
    terminal.error(
      'The file keeps its variables, but has the values of the service where it had ${NAME}. Write ${NAME} again where deployments differ.',
    );
  for (const [title, { length }] of groupedByTitle(services)) {
    if (length > 1)
      terminal.error(
        `${quoted(title)} is the title of ${length} mock services. On another service, where their ids are different, apply cannot tell them apart. Give them different titles.`,
      );
  }
  return exitCodes.done;
}

/** @param content - Description of the value in the message about the written file. */
export async function writeJson(
  { error }: Terminal,
  { file, write }: Output,
  value: unknown,
  content: string,
): Promise<void> {
  await write(JSON.stringify(value, null, 2));
  if (file !== undefined) error(`Wrote ${content} to ${file}.`);
}

/** Orders the fields as the interface does, with unknown fields of `config` last. */
function written({ id, type, title, config }: MockService): object {
  const { cors, defaultResponseHeaders, upstreams, ...others } = config;
  const { allowedOrigins, allowedMethods, allowedHeaders, ...otherCors } = cors;
  const ordered = {
    cors: { allowedOrigins, allowedMethods, allowedHeaders, ...sorted(otherCors) },
    defaultResponseHeaders: sorted(defaultResponseHeaders),
    upstreams: upstreams.map(({ name, url, ...rest }) => ({ name, url, ...sorted(rest) })),
    ...sorted(others),
  };
  return { id, type, title, config: ordered };
}

function sorted(fields: object): object {
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function compare(
  { client, terminal, secrets }: Context,
  { entries, variables }: MockServiceFile,
  teller: Teller,
  deletes = false,
) {
  const signal = terminal.stopped;
  for (const [name, value] of variables) secrets.add(value, `\${${name}}`);
  secrets.addCredentialsIn(entries);
  return withProgress(terminal, 'Comparing the file with the service', async (report) => {
    const existing = await client.mockServices.list({ signal });
    const matches = match(entries, existing, (place) => teller.titleOf(place));
    const found = matches.flatMap(({ service }) => service ?? []);
    const stored = await readMockServices(client, found, signal, report);
    secrets.addCredentialsIn(stored.map(({ service }) => service));
    const byId = new Map(stored.map((one) => [idKey(one.service.id), one]));
    // A mock service that was deleted after the list was read counts as missing, so `apply` creates it again.
    const gone = new Set(found.filter(({ id }) => !byId.has(idKey(id))));
    const left = existing.filter((service) => !gone.has(service));
    const complete = matches.map(({ entry, service }) => ({
      entry,
      service: service && byId.get(idKey(service.id))?.service,
    }));
    const plan = planOf(complete, left, { deletes });
    for (const text of plan.steps.flatMap((step) => teller.earlierValues(step)))
      secrets.add(text, 'another value');
    const inexact = inexactText(plan, (id) => byId.get(idKey(id))?.inexact ?? [], teller);
    return { existing, plan, inexact };
  });
}

export async function diff(context: Context, path: string, options: Options<'diff'>): Promise<number> {
  const { terminal, json } = context;
  const file = await readMockServiceFile(terminal, path, options);
  const teller = new Teller(file.partOf, options.showValues);
  const { plan, inexact } = await compare(context, file, teller, options.delete);
  const told = teller.plan(plan);
  terminal.out(json ? jsonText(told) : planText(told, painter(terminal)));
  if (inexact !== undefined) terminal.error(inexact);
  return plan.steps.length === 0 ? exitCodes.done : exitCodes.different;
}

export async function apply(context: Context, path: string, options: Options<'apply'>): Promise<number> {
  const { client, url, terminal, secrets, json } = context;
  const { delete: deletes = false, yes = false, dryRun = false } = options;
  const paint = painter(terminal);
  // If stdin provides the file, the user cannot answer a question on stdin.
  const asked = path === standardStream ? { ...terminal, confirm: undefined } : terminal;
  if (deletes && !dryRun) requireConsent(asked, yes, '--delete');
  const file = await readMockServiceFile(terminal, path, options);
  const teller = new Teller(file.partOf);
  const { plan, existing, inexact } = await compare(context, file, teller, deletes);
  if (inexact !== undefined) throw new Failure(`${inexact}\nNothing was changed.`);
  const told = teller.plan(plan);
  if (dryRun || !json)
    terminal.out(json ? jsonText({ url, ...told }) : `Plan for ${shown(url)}\n${planText(told, paint)}`);
  if (dryRun || (plan.steps.length === 0 && !json)) return exitCodes.done;
  const deleted = plan.steps.filter(({ action }) => action === 'delete').length;
  if (deleted > 0) await consent(asked, yes, `Delete ${counted(deleted, 'mock service')}?`);

  const { stopped } = terminal;
  const outcome = await withProgress(terminal, 'Applying', (report) => {
    let done = 0;
    return perform(plan.steps, client, existing, {
      stopped,
      onDone: (result) => {
        report((done += 1), plan.steps.length);
        if (!json) terminal.out(doneText(teller.done({ ...result, altered: [] }), paint));
      },
    });
  });
  report(context, outcome, plan, teller.outcome(outcome, secrets));
  if (outcome.failed.length + outcome.notTried.length === 0) return exitCodes.done;
  return stopped.aborted ? stopCode(terminal) : exitCodes.trouble;
}

function report({ url, terminal, json }: Context, outcome: Outcome, plan: Plan, told: ToldOutcome): void {
  const { unchanged, unlisted } = plan;
  const isIncomplete = outcome.failed.length + outcome.notTried.length > 0;
  if (isIncomplete) terminal.error(troubleText(told, painter(terminal)));
  terminal.out(json ? jsonText({ url, ...told, unchanged, unlisted }) : summaryText(outcome, plan));
  for (const note of [unusedIdsText(outcome), alteredText(told, painter(terminal))])
    if (note !== undefined) terminal.error(note);
  if (isIncomplete) terminal.error('To continue, run the command again.');
}

function requireConsent({ confirm }: Terminal, yes: boolean, what: string): void {
  if (!yes && confirm === undefined)
    throw new Failure(
      `${what} asks for confirmation, but stdin or stderr is not a terminal. Pass --yes to delete without confirmation.`,
    );
}

export async function consent(terminal: Terminal, yes: boolean, question: string): Promise<void> {
  requireConsent(terminal, yes, 'The command');
  if (yes || (await terminal.confirm?.(question))) return;
  terminal.stopped.throwIfAborted();
  throw new Failure('Nothing was changed.');
}
