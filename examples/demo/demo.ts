/**
 * Calls all operations over HTTP. `npm run demo -- --help` lists the options.
 */
import { parseArgs } from 'node:util';
import { createFakeServer, demoSeed } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { isMockServicesError } from '@mock-services/sdk';
import { print } from './print.ts';
import { createTour, type TourOptions } from './tour.ts';

const usage = `Usage: npm run demo -- [options]

Calls all operations of the service with the client, over HTTP.
Without options, it starts a fake server on a free loopback port.

  --url <baseUrl>          call the service at this URL, with the operations that only read
  --write                  with --url: also create, update and delete a mock service
  --clear <workspaceId>    with --url and --write: also clear the activity log of this workspace,
                           which cannot be undone
  --token <token>          with --url: send this bearer token
  --help                   print this help`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      write: { type: 'boolean', default: false },
      clear: { type: 'string' },
      token: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print.line(usage);
    return;
  }
  if (values.url === undefined) {
    await tourOfFake();
    return;
  }
  const { url, token, write, clear } = values;
  const mode = write
    ? 'reads, and creates, updates and deletes a mock service'
    : 'only reads. To write too, add --write';
  print.title(`The service at ${URL.parse(url)?.host ?? url}`, `The tour ${mode}.`);
  await tour({ baseUrl: url, token, write, mayClear: (workspaceId) => write && workspaceId === clear });
}

/** Calls every operation of a fake server, which exists only for this run. */
async function tourOfFake(): Promise<void> {
  const running = await serve(createFakeServer({ seed: demoSeed({ now: Date.now() }), clock: Date.now }));
  try {
    print.title(`A fake server listens on ${running.url}`, 'The client calls it over HTTP.');
    await tour({ baseUrl: running.url, write: true, mayClear: () => true });
  } finally {
    await running.close();
  }
}

async function tour(options: TourOptions): Promise<void> {
  const { read, write } = createTour(options);
  const workspaceId = await read();
  if (options.write) await write(workspaceId);
  print.done();
}

try {
  await main();
} catch (error) {
  const expected = isMockServicesError(error) || error instanceof TypeError;
  print.failure(
    expected ? `${error.name}: ${error.message}` : String(error instanceof Error ? error.stack : error),
  );
  print.line('\n`npm run demo -- --help` lists the options.');
  process.exitCode = 1;
}
