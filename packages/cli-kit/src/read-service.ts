import { readSeed, type ReadSeedOptions, type SeedReader, type ServiceSeed } from '@mock-services/sdk/seed';
import { exactReader } from './lossless.ts';
import { withProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';
import { shown } from './text.ts';

const mostListed = 20;

/** Copies the data of a service, shows the progress, and reports what is left out. */
export async function readService(
  client: SeedReader,
  terminal: Terminal,
  options: Pick<ReadSeedOptions, 'workspaces' | 'activity' | 'includeCredentials'>,
): Promise<ServiceSeed> {
  const skipped: string[] = [];
  const { mockServices, workspaces, activity } = client;
  const read = exactReader(terminal);
  const reader: SeedReader = {
    mockServices: {
      list: (given) => read(mockServices.list(given)),
      get: (id, given) => read(mockServices.get(id, given)),
    },
    workspaces: {
      list: (given) => read(workspaces.list(given)),
      getConfiguration: (id, given) => read(workspaces.getConfiguration(id, given)),
    },
    activity: { list: (id, given) => read(activity.list(id, given)) },
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
