/**
 * Loads a server over ten connections, each of which sends its next request when it has its answer: its URL, which request, for
 * how many milliseconds, and a header to add.
 */
import { connect } from 'node:net';
import { requests, type Asked } from '../samples.ts';

const [url = '', name = '', duration = '', header] = process.argv.slice(2);
const { method, path, body = '' } = requests[name as Asked['name']];
const { port, pathname } = new URL(url);
const head = [
  `${method} ${pathname.replace(/\/$/, '')}${path} HTTP/1.1`,
  'host: 127.0.0.1',
  ...(header === undefined ? [] : [header]),
  ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
];
const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
let answers = 0;
let counting = false;

for (let i = 0; i < 10; i += 1) {
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
  socket.setNoDelay(true);
  let missing = 0;
  let begun: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length;
    else {
      begun = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      const end = begun.indexOf('\r\n\r\n');
      if (end < 0) return;
      missing = lengthIn(begun.toString('latin1', 0, end)) - (begun.length - end - 4);
      begun = Buffer.alloc(0);
    }
    if (missing > 0) return;
    if (counting) answers += 1;
    socket.write(request);
  });
}

function lengthIn(head: string): number {
  if (!/^HTTP\/1\.1 20[01] /.test(head)) throw new Error(head);
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`no content-length:\n${head}`);
  return Number(length);
}

const warmUp = Number(duration) / 4;
setTimeout(() => {
  const started = performance.now();
  counting = true;
  setTimeout(() => {
    process.stdout.write(JSON.stringify((answers * 1000) / (performance.now() - started)));
    process.exit();
  }, Number(duration));
}, warmUp);
