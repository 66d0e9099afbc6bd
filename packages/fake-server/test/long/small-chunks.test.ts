import { once } from 'node:events';
import { expect, test } from 'vitest';
import { open, rest, start } from '../node/raw-client.ts';

test('receiving a body in chunks of one byte uses at most 250 MB of memory', async () => {
  const running = await start(undefined, { maxBodyBytes: 1_000_000 });
  const head = [
    'POST /configuration/mock-service HTTP/1.1',
    'transfer-encoding: chunked',
    'connection: close',
  ];
  const socket = await open(running, ...head);
  const before = process.memoryUsage().rss;
  const chunks = '1\r\n \r\n'.repeat(10_000);
  let most = 0;
  for (let i = 0; i < 90; i += 1) {
    if (!socket.write(chunks)) await once(socket, 'drain');
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  socket.write('0\r\n\r\n');
  expect(await rest(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect(most).toBeLessThan(250_000_000);
});
