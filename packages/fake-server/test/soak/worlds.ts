/**
 * Sends requests at random to 1,000 worlds on a port, over 50 connections, and fails when a response is not that of its world, or
 * unless memory stays flat: `npm run soak:worlds`. Each round has worlds of its own, which replace those of the round before. Memory is
 * compared with what it is after the second round.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connection, type SoakRequest } from './connection.ts';
import { idleMs, MarkedWorld, worldsAtATime } from './marked-world.ts';
import { describeMemory, isFlat, type Memory } from './memory.ts';
import { startServer } from './server-process.ts';

const usage = `Usage: npm run soak:worlds [-- --seconds <number>]

  --seconds <number>  how long to send requests. Default 60`;

const connections = 50;
const rounds = 6;
const numbers = Array.from({ length: worldsAtATime }, (_, number) => number);

const { values } = parseArgs({ options: { seconds: { type: 'string' }, help: { type: 'boolean' } } });
const seconds = Number(values.seconds ?? 60);

async function soak(): Promise<boolean> {
  using server = await startServer('worlds-server.ts');
  let beginning: Memory | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    const worlds = numbers.map((number) => new MarkedWorld(`round-${round}-world-${number}`));
    const started = performance.now();
    const until = started + (seconds / rounds) * 1000;
    const sent = await Promise.all(
      numbers.slice(0, connections).map((first) =>
        sendUntil(
          until,
          server.port,
          worlds.filter((_, number) => number % connections === first),
        ),
      ),
    );
    await replaceAll(server.port, round);
    const memory = await server.memory();
    if (round === 2) beginning = memory;
    const total = sent.reduce((sum, count) => sum + count, 0);
    const rate = Math.round(total / (seconds / rounds));
    console.log(
      `round ${round}: ${total} requests, ${rate}/s; after its worlds went: ${describeMemory(memory)}`,
    );
    if (round === rounds && beginning !== undefined) return isFlat(beginning, memory);
  }
  return false;
}

/** Sends requests to worlds that no other connection uses, one at a time to each. Resolves to their number. */
async function sendUntil(until: number, port: number, worlds: readonly MarkedWorld[]): Promise<number> {
  using connection = await Connection.open(port);
  let sent = 0;
  while (performance.now() < until) {
    const checked = worlds.map((world) => world.next());
    const responses = await connection.send(checked.map(({ request }) => request));
    for (const [index, response] of responses.entries()) checked[index]?.check(response);
    sent += checked.length;
  }
  return sent;
}

/** Uses as many other worlds, once those that there are have become idle. */
async function replaceAll(port: number, round: number): Promise<void> {
  await wait(idleMs * 1.2);
  using connection = await Connection.open(port);
  const paths = numbers.map((number) => `/worlds/after-${round}-${number}/configuration/mock-services`);
  const responses = await connection.send(paths.map((path): SoakRequest => ['GET', path]));
  const refused = responses.find(({ status }) => status !== 200);
  if (refused) throw new Error(`a world was not replaced: ${refused.body}`);
  await wait(idleMs * 1.2);
}

if (values.help === true) {
  console.log(usage);
} else if (seconds > 0) {
  process.exitCode = (await soak()) ? 0 : 1;
} else {
  console.error(usage);
  process.exitCode = 2;
}
