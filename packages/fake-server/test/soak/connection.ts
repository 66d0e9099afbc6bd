import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request: method, path, and a JSON body if there is one. */
export type SoakRequest = readonly [method: string, path: string, body?: unknown];

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

  /** Sends requests and resolves to all that is answered, once each has its response. */
  async send(requests: readonly SoakRequest[]): Promise<string> {
    this.#socket.write(requests.map(toText).join(''));
    let answers = '';
    let responses = 0;
    let place = 0;
    for (;;) {
      // A response is there when its headers are, and as much of a body as they say.
      for (let end = endOfResponse(answers, place); end !== undefined; end = endOfResponse(answers, place)) {
        responses += 1;
        place = end;
      }
      if (responses === requests.length) return answers;
      const [chunk] = (await once(this.#socket, 'data')) as [Buffer];
      answers += chunk.toString('latin1');
    }
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

function toText([method, path, body]: SoakRequest): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = content && `content-type: application/json\r\ncontent-length: ${content.length}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n${content}`;
}

function endOfResponse(text: string, start: number): number | undefined {
  const endOfHead = text.indexOf('\r\n\r\n', start);
  if (endOfHead < 0) return undefined;
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(text.slice(start, endOfHead)) ?? [];
  const end = endOfHead + 4 + Number(length);
  return end <= text.length ? end : undefined;
}
