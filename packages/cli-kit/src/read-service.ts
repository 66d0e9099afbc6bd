import { readSeed, type ReadSeedOptions, type SeedReader, type ServiceSeed } from '@mock-services/sdk/seed';
import { exactReader } from './lossless.ts';
import { withProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';
import { shown } from './text.ts';
import { turnTaker } from './turns.ts';

const mostListed = 20;

export async function readService(
  client: SeedReader,
  terminal: Terminal,
  options: Pick<ReadSeedOptions, 'workspaces' | 'activity' | 'includeCredentials'>,
): Promise<ServiceSeed> {
  const skipped: string[] = [];
  const { mockServices, workspaces, activity } = client;
  const read = exactReader(terminal);
  const inTurn = turnTaker();
  const reader: SeedReader = {
    mockServices: {
      list: (given) => inTurn(() => read(mockServices.list(given)), given.signal),
      get: (id, given) => inTurn(() => read(mockServices.get(id, given)), given.signal),
    },
    workspaces: {
      list: (given) => inTurn(() => read(workspaces.list(given)), given.signal),
      getConfiguration: (id, given) =>
        inTurn(() => read(workspaces.getConfiguration(id, given)), given.signal),
    },
    activity: { list: (id, given) => inTurn(() => read(activity.list(id, given)), given.signal) },
  };
  const seed = await withProgress(terminal, 'Reading the service', (report) =>
    readSeed(reader, {
      ...options,
      signal: terminal.stopped,
      onProgress: ({ done, total }) => report(done, total),
      onSkipped: ({ kind, id, status }) => {
        const noun = kind === 'mockService' ? 'mock service' : kind;
        skipped.push(`Left out the ${noun} ${shown(id)}, because the service responded with ${status}.`);
      },
    }),
  );
  for (const line of skipped.slice(0, mostListed)) terminal.error(line);
  if (skipped.length > mostListed) terminal.error(`Left out ${skipped.length - mostListed} more.`);
  return seed;
}
