/**
 * Sends very many requests to a fake server on a port and fails unless its memory stays flat: `npm run soak`.
 * Memory is compared with what it is after a fifth of the requests, when the journal is full.
 */
import { parseArgs } from 'node:util';
import { describeMemory, isFlat, type Memory } from './memory.ts';
import { startServer } from './server-process.ts';
import { requestsPerRound, sendRound } from './traffic.ts';

const usage = `Usage: npm run soak [-- --requests <number>] [--minutes <number>]

  --requests <number>  how many requests to send. Default 1000000
  --minutes <number>   how long it may take; longer is a failure. Default 15`;

const { values } = parseArgs({
  options: { requests: { type: 'string' }, minutes: { type: 'string' }, help: { type: 'boolean' } },
});
const requests = Number(values.requests ?? 1_000_000);
const minutes = Number(values.minutes ?? 15);

async function soak(): Promise<boolean> {
  using server = await startServer();
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  let beginning: Memory | undefined;
  let sent = 0;
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    while (sent < (requests * tenth) / 10) {
      await Promise.all(Array.from({ length: 4 }, () => sendRound(server.port)));
      sent += 4 * requestsPerRound;
      if (elapsed() > minutes * 60) {
        console.error(`FAILED: ${sent} requests took longer than ${minutes} minutes`);
        return false;
      }
    }
    const memory = await server.memory();
    if (tenth === 2) beginning = memory;
    console.log(describe(sent, elapsed(), memory));
    if (tenth === 10 && beginning !== undefined) return isFlat(beginning, memory);
  }
  return false;
}

function describe(sent: number, seconds: number, memory: Memory): string {
  return `${sent} requests, ${Math.round(sent / seconds)}/s: ${describeMemory(memory)}`;
}

if (values.help === true) {
  console.log(usage);
} else if (requests > 0 && minutes > 0) {
  process.exitCode = (await soak()) ? 0 : 1;
} else {
  console.error(usage);
  process.exitCode = 2;
}
