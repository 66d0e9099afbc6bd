import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { connect } = require('node:net');
  const headEnd = /\\r\\n\\r\\n[^]*[}\\]]$/;
  const open = () => {
    const own = connect(workerData, '127.0.0.1');
    let text = '';
    own.on('data', (chunk) => {
      text += chunk;
      if (!headEnd.test(text)) return;
      parentPort.postMessage({ head: text.slice(0, text.indexOf('\\r\\n\\r\\n')) });
      text = '';
    });
    own.on('error', () => {}).on('close', () => own === socket && parentPort.postMessage({ closed: true }));
    return own;
  };
  let socket = open();
  parentPort.on('message', ({ lines, isAborted }) => {
    const before = socket;
    if (isAborted) socket = open();
    if (isAborted) before.destroy();
    socket.write(lines);
  });
`;

/** A connection that another thread opened. The server does not recognize it as a connection of its own process. */
export interface OtherClient {
  /** Sends a request. */
  readonly send: (lines: readonly string[]) => void;
  /** Aborts the connection, and at once sends a request on a new one, from which `next` reads. */
  readonly abortAndSend: (lines: readonly string[]) => void;
  /** Resolves to the head of the next response, or to `closed` if the connection ends. */
  readonly next: () => Promise<string>;
}

export function otherClient({ port }: { readonly port: number }): OtherClient {
  const worker = new Worker(program, { eval: true, workerData: port });
  onTestFinished(async () => void (await worker.terminate()));
  const received: string[] = [];
  worker.on('message', ({ head = 'closed' }: { readonly head?: string }) => void received.push(head));
  const post = (lines: readonly string[], isAborted: boolean): void =>
    worker.postMessage({ lines: [...lines, ''].join('\r\n'), isAborted }, []);
  return {
    send: (lines) => post(lines, false),
    abortAndSend: (lines) => post(lines, true),
    next: async () => {
      while (received.length === 0) await once(worker, 'message');
      return received.shift() ?? '';
    },
  };
}
