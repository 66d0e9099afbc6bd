import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { connect } = require('node:net');
  const headEnd = /\\r\\n\\r\\n[^]*[}\\]]$/;
  const socket = connect(workerData, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (!headEnd.test(text)) return;
    parentPort.postMessage({ head: text.slice(0, text.indexOf('\\r\\n\\r\\n')) });
    text = '';
  });
  socket.on('error', () => {}).on('close', () => parentPort.postMessage({ closed: true }));
  parentPort.on('message', (lines) => socket.write(lines));
`;

/** A connection that another thread opened. The server does not recognize it as a connection of its own process. */
export interface OtherClient {
  /** Sends a request. */
  readonly send: (lines: readonly string[]) => void;
  /** Resolves to the head of the next response, or to `closed` if the connection ends. */
  readonly next: () => Promise<string>;
}

export function otherClient({ port }: { readonly port: number }): OtherClient {
  const worker = new Worker(program, { eval: true, workerData: port });
  onTestFinished(async () => void (await worker.terminate()));
  const received: string[] = [];
  worker.on('message', ({ head = 'closed' }: { readonly head?: string }) => void received.push(head));
  return {
    send: (lines) => worker.postMessage([...lines, ''].join('\r\n'), []),
    next: async () => {
      while (received.length === 0) await once(worker, 'message');
      return received.shift() ?? '';
    },
  };
}
