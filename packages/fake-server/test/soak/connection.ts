import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request: method, path, a JSON body if there is one, and more headers. */
export type SoakRequest = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

export interface SoakResponse {
  readonly status: number;
  readonly body: string;
}

/** A connection that sends requests one after the other without waiting for the responses (pipelining). */
export class Connection implements Disposable {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Sends requests and resolves to their responses. */
  async send(requests: readonly SoakRequest[]): Promise<readonly SoakResponse[]> {
    this.#socket.write(requests.map(toText).join(''));
    const responses: SoakResponse[] = [];
    let text = '';
    for (;;) {
      for (let read = readResponse(text); read !== undefined; read = readResponse(text)) {
        responses.push(read.response);
        text = text.slice(read.end);
      }
      if (responses.length === requests.length) return responses;
      const [chunk] = (await once(this.#socket, 'data')) as [Buffer];
      text += chunk.toString('latin1');
    }
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

function toText([method, path, body, headers = {}]: SoakRequest): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const sent = {
    host: 'localhost',
    ...headers,
    ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`;
}

/** The first response of a text, once its headers are there, and as much of a body as they say. */
function readResponse(text: string): { readonly response: SoakResponse; readonly end: number } | undefined {
  const endOfHead = text.indexOf('\r\n\r\n');
  if (endOfHead < 0) return undefined;
  const head = text.slice(0, endOfHead);
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  const end = endOfHead + 4 + Number(length);
  if (end > text.length) return undefined;
  return { response: { status: Number(head.split(' ', 2)[1]), body: text.slice(endOfHead + 4, end) }, end };
}
