import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const server = spawn(
  'node',
  ['node_modules/next/dist/bin/next', 'start', '--hostname=127.0.0.1', '--port=0'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  let url;
  for await (const line of createInterface({ input: server.stdout })) {
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url !== undefined) break;
  }
  for (const path of ['/node', '/edge']) {
    const response = await fetch(url + path);
    const text = await response.text();
    if (!text.includes('The scenario passed.')) throw new Error(`${path}: ${response.status} ${text}`);
  }
} finally {
  server.kill();
  await once(server, 'close');
}
