import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { command } from '../lib/command.ts';
import { at, root } from '../lib/paths.ts';
import { resultOf, startServer } from './child.ts';
import { clientFiles, createClients, generated, sdk, type Calls } from './clients.ts';
import { processorTime, race, raceProcesses, ratioOf, type Effort, type Samples } from './measure.ts';
import { peerFile, serversFile } from './peers.ts';
import { activityEntries, mockServices, paths } from './samples.ts';
import { costColumn, guardTable, number, rowsToTable, speedColumn, tableOf } from './tables.ts';
import type { Guard, Result } from './tables.ts';

export async function compareClients(effort: Effort): Promise<Result> {
  effort.say('sizes');
  const entries = await sizesOf(at('.size-limit.cjs'));
  const sizes = costColumn('script, min+gzip', await clientSizes(), 'B');
  effort.say('import in Node');
  const imports = costColumn('import in Node', await importTimes(effort));
  const calls = await callClients(effort);
  const guards = ['GET, one by one', 'GET, 50 at once'].map((what): Guard => {
    const measured = ratioOf(calls[what] ?? new Map(), sdk, generated('ky'));
    return { what: `${what}: time relative to ${generated('ky')}`, measured, most: 1, unit: 'times' };
  });
  const columns = Object.entries(calls).map(([what, samples]) =>
    what in operations ? speedColumn(what, samples) : costColumn(what, samples),
  );
  const rows = entries.map(({ name, size, sizeLimit = 0 }) => [name, number(size), number(sizeLimit)]);
  return {
    tables: {
      'client-sizes': tableOf([sizes, imports]),
      'client-calls': tableOf(columns),
      'client-guards': guardTable(guards),
      'entry-sizes': rowsToTable([['entry point', 'bytes', 'at most'], ...rows]),
    },
    guards,
  };
}

/** Calls whose speed is compared. Each entry contains the number of concurrent calls. */
const operations: Readonly<Record<string, readonly [keyof Calls, number]>> = {
  'GET, one by one': ['get', 1],
  'GET, 50 at once': ['get', 50],
  'PUT, one by one': ['update', 1],
  'PUT, 50 at once': ['update', 50],
};

/** Measures all clients against a server with constant responses. The server runs in another process. */
async function callClients(effort: Effort): Promise<Readonly<Record<string, Samples>>> {
  const [service] = mockServices(8).slice(7);
  const file = peerFile('constants.json');
  writeFileSync(
    file,
    JSON.stringify({
      [paths.service]: { data: service },
      [paths.activity]: { data: activityEntries(10_000) },
    }),
  );
  const server = await startServer({ file: serversFile, args: ['constants', file] });
  const results: Record<string, Samples> = {};
  try {
    const clients = Object.entries(await createClients(server.url));
    const calls = { ...operations, 'log of 10,000 entries': ['log', 1] as const };
    for (const [what, [call, atOnce]] of Object.entries(calls)) {
      effort.say(what);
      const contenders = clients.map(([name, client]) => {
        const run = () => Promise.all(Array.from({ length: atOnce }, () => client[call]()));
        return [name, { run, calls: atOnce }] as const;
      });
      results[what] = await race(Object.fromEntries(contenders), effort, processorTime);
    }
  } finally {
    await server.stop();
  }
  return results;
}

/** Measures the time to import each client in a new process. */
function importTimes(effort: Effort): Promise<Samples> {
  const source = `const started = performance.now(); await import(process.argv[1]); console.log(performance.now() - started);`;
  const execArgv = ['--input-type=module', '--eval'];
  const contenders = Object.entries(clientFiles).map(([name, file]) => {
    const script = { execArgv, file: source, args: [pathToFileURL(file).href] };
    return [name, () => resultOf<number>(script)] as const;
  });
  return raceProcesses(Object.fromEntries(contenders), effort.rounds);
}

/** A result of size-limit. */
interface Size {
  readonly name: string;
  readonly size: number;
  readonly sizeLimit?: number;
}

/** Measures the number of bytes that each client adds to a web page. */
async function clientSizes(): Promise<Samples> {
  const checks = Object.entries(clientFiles).map(([name, path]) => {
    return { name, path, gzip: true, ...(name === sdk && { import: '{ createClient }' }) };
  });
  const config = peerFile('.size-limit.json');
  writeFileSync(config, JSON.stringify(checks));
  return new Map((await sizesOf(config)).map(({ name, size }) => [name, [size]]));
}

/**
 * Runs the tool size-limit with a configuration. The `sizesOf` function does not enforce the size limits. The command
 * `npm run size` enforces the limits.
 */
async function sizesOf(config: string): Promise<readonly Size[]> {
  const args = [at('node_modules/size-limit/bin.js'), '--json', '--config', config];
  const { output } = await command(process.execPath, args, { cwd: root, seconds: 120 });
  const json = /^\[\n.*?\n\]/s.exec(output)?.[0];
  if (json === undefined) throw new Error(`The program size-limit failed:\n${output}`);
  return JSON.parse(json) as Size[];
}
