/** The connections of a server: which of them are kept alive, which are idle, and how they end. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Faults } from '../core/index.ts';

interface Connection {
  /** When it was opened, in milliseconds. */
  readonly since: number;
  /** When the latest response was sent, in milliseconds; `undefined` while another request arrives. */
  idleSince: number | undefined;
  /** Whether the bytes that arrive are inspected, to notice the start of another request. */
  isWatched: boolean;
  /** The response to its latest request. */
  latest: ServerResponse | undefined;
  /** The response to the request before the latest. */
  previous: ServerResponse | undefined;
  /** Whether a response ends it. */
  isEnding: boolean;
}

/** Milliseconds in which a client that opens a connection for a request sends the request. */
const patience = 100;

/** The status lines that Node sends if no listener handles the error. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Keeps no connection alive while a fault is armed after which browsers and other runtimes resend a request: they do so
 * only on a connection that they used before.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  /** Responses that are not yet sent to the last byte, although their requests have arrived. */
  readonly #pending = new Set<ServerResponse>();
  readonly #clients = new ClientsOfProcess();
  readonly #unwatch: (() => void) | undefined;
  readonly #sweeper: NodeJS.Timeout | undefined;
  #armed = false;
  #settle: (() => void) | undefined;

  /**
   * @param faults - `undefined` if there are none.
   * @param idleTimeout - Milliseconds; 0 for no limit.
   */
  constructor(faults: Pick<Faults, 'onRepeated'> | undefined, idleTimeout: number) {
    this.#unwatch = faults?.onRepeated((armed) => {
      this.#armed = armed;
      if (armed) this.#closeIdle();
    });
    if (idleTimeout === 0) return;
    const interval = Math.max(20, idleTimeout / 4);
    this.#sweeper = setInterval(() => this.#sweep(idleTimeout, interval), interval).unref();
  }

  /** Called for each new connection. */
  open(socket: Socket): void {
    const connection: Connection = {
      since: performance.now(),
      idleSince: undefined,
      isWatched: false,
      latest: undefined,
      previous: undefined,
      isEnding: false,
    };
    this.#open.set(socket, connection);
    socket.once('close', () => this.#open.delete(socket));
  }

  /**
   * Called for each request. Returns whether to handle the request: requests that follow a response that ends the
   * connection get no response (RFC 9112 §9.6).
   */
  add(outgoing: ServerResponse): boolean {
    const connection = this.#open.get(outgoing.req.socket);
    if (connection?.isEnding) return false;
    if (connection) {
      [connection.previous, connection.latest] = [connection.latest, outgoing];
      connection.idleSince = undefined;
      outgoing.once('finish', () => {
        if (connection.latest === outgoing) connection.idleSince = performance.now();
      });
    }
    return true;
  }

  /** Called once a request has arrived completely. */
  addPending(outgoing: ServerResponse): void {
    this.#pending.add(outgoing);
    // Emitted when the response is sent, and when its connection breaks.
    outgoing.once('close', () => {
      this.#pending.delete(outgoing);
      if (this.#pending.size === 0) this.#settle?.();
    });
  }

  /** Resolves when no response is pending, or after `graceMs`. */
  settled(graceMs: number): Promise<void> {
    if (this.#pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#settle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Called before each response. Requests that have taken effect still get their responses. */
  closeIfArmed(outgoing: ServerResponse): void {
    const { socket } = outgoing.req;
    if (this.#armed && this.#open.get(socket)?.latest === outgoing) outgoing.shouldKeepAlive = false;
    if (!outgoing.shouldKeepAlive) this.ending(socket);
  }

  /** Called when a response ends a connection. Returns false if the connection was ending already. */
  ending(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    if (connection === undefined || connection.isEnding) return false;
    connection.isEnding = true;
    return true;
  }

  /**
   * Responds to bytes that are not a request, and ends their connection. The requests before them get their responses first:
   * a client would read this response as the first of those.
   */
  endBroken(error: NodeJS.ErrnoException, socket: Socket): void {
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (!socket.writable) {
      socket.destroy(error);
      return;
    }
    if (!this.ending(socket)) {
      // The body of a rejected request has not arrived in time.
      if (isTimeout) socket.destroy();
      return;
    }
    const response = `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nconnection: close\r\n\r\n`;
    const end = (): void => {
      if (socket.writable) socket.write(response);
      socket.destroy(error);
    };
    const before = this.#owed(socket);
    if (before) before.once('close', end);
    else end();
  }

  /** Stops watching faults, clients and idle connections. */
  end(): void {
    this.#unwatch?.();
    this.#clients.end();
    clearInterval(this.#sweeper);
  }

  /** The response to the last request that has arrived completely, if the response is not sent yet. */
  #owed(socket: Socket): ServerResponse | undefined {
    const { latest, previous } = this.#open.get(socket) ?? {};
    const last = latest?.req.complete ? latest : previous;
    return last?.writableFinished ? undefined : last;
  }

  /**
   * Leaves connections of clients in this process open: Node's clients resend nothing, and a client that is sending a request
   * would lose it before the fault applies.
   */
  #closeIdle(): void {
    const own = this.#clients.routes();
    for (const [socket, connection] of this.#open) {
      if (isIdle(connection) && !own.has(route(socket.remotePort, socket.localPort))) socket.destroy();
    }
  }

  /**
   * Closes connections that are idle for too long. Node's own timer restarts with each line end, although line ends before a
   * request belong to no request (RFC 9112 §2.2). Bytes are inspected only on idle connections, because that takes time.
   */
  #sweep(idleTimeout: number, interval: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      const idleMs = now - (connection.idleSince ?? now);
      if (idleMs > idleTimeout) socket.destroy();
      else if (idleMs >= interval && !connection.isWatched) watch(socket, connection);
    }
  }
}

function watch(socket: Socket, connection: Connection): void {
  connection.isWatched = true;
  // Before Node's listener, which responds.
  socket.prependListener('data', (chunk: Buffer) => {
    if (!isLineEnds(chunk)) connection.idleSince = undefined;
  });
}

/** Browsers also open connections that they may need, and treat one that has waited like one that was used. */
function isIdle({ since, latest }: Connection): boolean {
  return latest === undefined ? performance.now() - since > patience : latest.writableFinished;
}

function isLineEnds(chunk: Buffer): boolean {
  return chunk.every((byte) => byte === 13 || byte === 10);
}

function route(from: number | undefined, to: number | undefined): string {
  return `${from} ${to}`;
}

/** The channel on which Node announces each connection that this process opens. */
const channel = 'net.client.socket';

/** The connections that this process opens. A listener on each of them for each server would cause Node's warning. */
class ClientsOfProcess {
  readonly #sockets = new Set<Socket>();
  #limit = 100;

  constructor() {
    subscribe(channel, this.#add);
  }

  /** The ports of the connections, from the client to the server. */
  routes(): Set<string> {
    return new Set(Array.from(this.#sockets, ({ localPort, remotePort }) => route(localPort, remotePort)));
  }

  end(): void {
    unsubscribe(channel, this.#add);
    this.#sockets.clear();
  }

  readonly #add = (message: unknown): void => {
    // As Node documents the channel.
    this.#sockets.add((message as { readonly socket: Socket }).socket);
    if (this.#sockets.size < this.#limit) return;
    for (const socket of this.#sockets) if (socket.destroyed) this.#sockets.delete(socket);
    this.#limit = 2 * this.#sockets.size + 100;
  };
}
