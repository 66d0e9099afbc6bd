/**
 * Sends random requests to 1,000 worlds on a port. Fails if a world responds with the data of another world, or if
 * the memory use grows. The worlds of each round replace the worlds of the previous round. To run this program, use
 * `npm run soak:worlds`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { mockServicesPath } from '../support/paths.ts';
import { idleMs, MarkedWorld, worldsAtATime } from './marked-world.ts';
import { main, MemoryWatch, send, startServer } from './support.ts';

const usage = `Usage: npm run soak:worlds [-- --seconds <number>]

  --seconds <number>  how long to send requests. Default 60`;

const rounds = 6;
const numbers = Array.from({ length: worldsAtATime }, (_, number) => number);

/** Sends requests to a world, one at a time. Resolves to the number of requests. */
async function sendUntil(until: number, port: number, world: MarkedWorld): Promise<number> {
  let sent = 0;
  while (performance.now() < until) {
    const { request, check } = world.next();
    check(await send(port, request));
    sent += 1;
  }
  return sent;
}

/** Replaces all worlds after all of them have become idle. */
async function replaceAll(port: number, round: number): Promise<void> {
  await wait(idleMs * 1.2);
  const responses = await Promise.all(
    numbers.map((number) => send(port, ['GET', `/worlds/after-${round}-${number}${mockServicesPath}`])),
  );
  const refused = responses.find(({ status }) => status !== 200);
  if (refused) throw new Error(`a world was not replaced: ${refused.body}`);
  await wait(idleMs * 1.2);
}

await main(usage, { seconds: 60 }, async ({ seconds }) => {
  using server = await startServer(['worlds']);
  const memory = new MemoryWatch(server);
  for (let round = 1; round <= rounds; round += 1) {
    const until = performance.now() + (seconds / rounds) * 1000;
    const worlds = numbers.map((number) => new MarkedWorld(`round-${round}-world-${number}`));
    const counts = await Promise.all(worlds.map((world) => sendUntil(until, server.port, world)));
    await replaceAll(server.port, round);
    const total = counts.reduce((sum, count) => sum + count, 0);
    await memory.measure(`round ${round}: ${total} requests; after its worlds were replaced`);
  }
  return memory.isFlat();
});
