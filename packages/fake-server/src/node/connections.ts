/** Manages the connections of a server: keep-alive, idle timeouts and closing. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Faults } from '../core/index.ts';
import { longestWait } from '../core/time/duration.ts';

interface Connection {
  /**
   * Time at which the latest response was sent, in milliseconds. The value is `undefined` while a request is arriving
   * or pending.
   */
  idleSince: number | undefined;
  /** Whether the server inspects arriving bytes to detect the start of the next request. */
  isWatched: boolean;
  /** The response to the latest request. */
  latest: ServerResponse | undefined;
  /** The response to the second-to-last request. */
  previous: ServerResponse | undefined;
  /** Whether the server has decided to close the connection after a response. */
  isEnding: boolean;
}

/** Maps Node's error codes to the status lines that Node sends by default. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Manages the connections of a server. After some faults, a runtime resends a request if its connection was used
 * before. While a fault with `reset`, `hang` or status 408 is armed, the server closes every connection after its
 * response.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  /** Responses that have not been fully sent, although their requests have arrived. */
  readonly #pending = new Set<ServerResponse>();
  readonly #clients = new ClientsOfProcess();
  readonly #unwatch: (() => void) | undefined;
  readonly #sweeper: NodeJS.Timeout | undefined;
  #armed = false;
  #settle: (() => void) | undefined;

  /**
   * @param faults - Faults of the fake server. If the value is `undefined`, the server does not watch faults.
   * @param idleTimeout - Idle time in milliseconds after which a connection is closed. 0 means no limit.
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
   * Registers a request. Returns false if an earlier response ends the connection and the server must ignore the
   * request (RFC 9112 §9.6).
   */
  add(outgoing: ServerResponse): boolean {
    const connection = this.#open.get(outgoing.req.socket);
    if (connection?.isEnding) return false;
    if (connection) {
      [connection.previous, connection.latest] = [connection.latest, outgoing];
      connection.idleSince = undefined;
      outgoing.once('finish', () => {
        if (connection.latest !== outgoing) return;
        connection.idleSince = performance.now();
        // A fault can become armed while a response with keep-alive is delayed or being sent.
        if (this.#armed && outgoing.shouldKeepAlive) this.#closeIdle([[outgoing.req.socket, connection]]);
      });
    }
    return true;
  }

  /** Registers a request that has arrived completely. */
  addPending(outgoing: ServerResponse): void {
    this.#pending.add(outgoing);
    // Node emits `close` when a response is sent or its connection breaks.
    outgoing.once('close', () => {
      this.#pending.delete(outgoing);
      if (this.#pending.size === 0) this.#settle?.();
    });
  }

  /** Resolves when all responses are sent, or after `graceMs` milliseconds. `Infinity` means no limit. */
  settled(graceMs: number): Promise<void> {
    if (this.#pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = graceMs > longestWait ? undefined : setTimeout(resolve, graceMs);
      this.#settle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * If a fault with `reset`, `hang` or status 408 is armed, closes the connection after the latest response on that
   * connection. Called before each response.
   */
  closeIfArmed(outgoing: ServerResponse): void {
    const { socket } = outgoing.req;
    if (this.#armed && this.#open.get(socket)?.latest === outgoing) outgoing.shouldKeepAlive = false;
    if (!outgoing.shouldKeepAlive) this.ending(socket);
  }

  /** Marks a connection as ending. Returns false if the connection was already ending. */
  ending(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    if (connection === undefined || connection.isEnding) return false;
    connection.isEnding = true;
    return true;
  }

  /**
   * Responds to bytes that are not a valid request, and ends the connection. Pending responses are sent first,
   * because clients expect responses in the order of their requests.
   */
  endBroken(error: NodeJS.ErrnoException, socket: Socket): void {
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (!socket.writable) {
      socket.destroy(error);
      return;
    }
    if (!this.ending(socket)) {
      // After a timeout, the body of a rejected request is still incomplete.
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

  /** Returns the response to the last complete request, if that response has not been fully sent. */
  #owed(socket: Socket): ServerResponse | undefined {
    const { latest, previous } = this.#open.get(socket) ?? {};
    const last = latest?.req.complete ? latest : previous;
    return last?.writableFinished ? undefined : last;
  }

  /**
   * Closes idle connections, except connections that this process opened as a client. Node clients do not resend
   * requests. If the server closed the idle connection of a Node client, the client's next request could fail before
   * the fault is applied.
   */
  #closeIdle(connections: Iterable<[Socket, Connection]> = this.#open): void {
    const own = this.#clients.routes();
    for (const [socket, connection] of connections) {
      if (isIdle(connection) && !own.has(route(socket.remotePort, socket.localPort))) socket.destroy();
    }
  }

  /**
   * Closes connections that have been idle for too long. Node's own timer restarts when a client sends line breaks
   * before a request. This method does not count line breaks as activity on a connection (RFC 9112 §2.2). The server
   * inspects arriving bytes only on idle connections, because inspecting bytes takes time.
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
  // Prepend the listener, because Node's own listener handles the request.
  socket.prependListener('data', (chunk: Buffer) => {
    if (!isLineEnds(chunk)) connection.idleSince = undefined;
  });
}

/**
 * Whether a connection is idle. A connection without a request is idle too, because browsers open connections in
 * advance and treat them like used connections.
 */
function isIdle({ latest }: Connection): boolean {
  return latest === undefined || latest.writableFinished;
}

function isLineEnds(chunk: Buffer): boolean {
  return chunk.every((byte) => byte === 13 || byte === 10);
}

function route(from: number | undefined, to: number | undefined): string {
  return `${from} ${to}`;
}

/** Name of the diagnostics channel on which Node reports each connection that this process opens. */
const channel = 'net.client.socket';

/**
 * Tracks the connections that this process opens. The class uses a diagnostics channel, because adding listeners to
 * the sockets could cause Node to print a warning.
 */
class ClientsOfProcess {
  readonly #sockets = new Set<Socket>();
  #limit = 100;

  constructor() {
    subscribe(channel, this.#add);
  }

  /** Returns the client port and the server port of each tracked connection. */
  routes(): Set<string> {
    return new Set(Array.from(this.#sockets, ({ localPort, remotePort }) => route(localPort, remotePort)));
  }

  end(): void {
    unsubscribe(channel, this.#add);
    this.#sockets.clear();
  }

  readonly #add = (message: unknown): void => {
    // According to Node's documentation, each message on the channel `net.client.socket` contains a socket.
    this.#sockets.add((message as { readonly socket: Socket }).socket);
    if (this.#sockets.size < this.#limit) return;
    for (const socket of this.#sockets) if (socket.destroyed) this.#sockets.delete(socket);
    this.#limit = 2 * this.#sockets.size + 100;
  };
}
