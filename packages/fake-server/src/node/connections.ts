import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { internalsOf } from '../core/internals.ts';
import { longestWait } from '../core/time/time.ts';

const clientChannel = 'net.client.socket';

/** Milliseconds to wait for the first request on a new connection. */
const firstRequestMs = 1000;

interface Connection {
  readonly opened: number;
  latest?: ServerResponse;
}

/**
 * While a fault with `reset`, `hang` or status 408 can still apply, the server keeps no connection alive. Browsers and
 * other runtimes would resend a request if the fault hit a reused connection.
 */
export class Connections {
  readonly #server: Server;
  readonly #open = new Map<Socket, Connection>();
  readonly #clients = new Set<Socket>();
  readonly #unwatch: (() => void) | undefined;
  #mayResend = false;
  #isClosing = false;

  constructor(server: Server, served: object) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#open.set(socket, { opened: performance.now() });
      socket.once('close', () => this.#open.delete(socket));
      this.#closeIdle([socket]);
    });
    subscribe(clientChannel, this.#addClient);
    this.#unwatch = internalsOf(served)?.watchResendFaults((mayResend) => {
      this.#mayResend = mayResend;
      this.#closeIdle(this.#open.keys());
    });
  }

  readonly #addClient = (message: unknown): void => {
    for (const client of this.#clients) if (client.destroyed) this.#clients.delete(client);
    this.#clients.add((message as { readonly socket: Socket }).socket);
  };

  add(outgoing: ServerResponse): void {
    const { socket } = outgoing.req;
    const connection = this.#open.get(socket);
    if (connection) connection.latest = outgoing;
    outgoing.once('close', () => {
      if (this.#isClosing) this.#closeWithoutResponse();
      // Close the idle connection, because the fault may have been added while the response was being sent.
      else if (outgoing.shouldKeepAlive) this.#closeIdle([socket]);
    });
  }

  beforeResponse(outgoing: ServerResponse): void {
    if (this.#mayResend || this.#isClosing) outgoing.shouldKeepAlive = false;
  }

  /** Closes the server when all responses have been sent, or after `graceMs` milliseconds. */
  close(graceMs: number): Promise<void> {
    unsubscribe(clientChannel, this.#addClient);
    this.#unwatch?.();
    this.#isClosing = true;
    return new Promise((resolve, reject) => {
      const end = (): void => this.#server.closeAllConnections();
      const timer = graceMs > longestWait ? undefined : setTimeout(end, graceMs);
      this.#server.close((error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      });
      this.#closeWithoutResponse();
    });
  }

  /**
   * Closes the idle connections among `sockets` if clients could resend requests. Browsers also resend a request on a
   * connection that they opened in advance, so a connection without any request is closed later. Clients in this
   * process keep their connections, because Node's clients would not resend a pending request.
   */
  #closeIdle(sockets: Iterable<Socket>): void {
    if (!this.#mayResend) return;
    const ownPorts = new Set(Array.from(this.#clients, ({ localPort }) => localPort));
    for (const socket of sockets) {
      const { opened, latest } = this.#open.get(socket) ?? {};
      if (opened === undefined || ownPorts.has(socket.remotePort)) continue;
      const waitMs = latest ? 0 : opened + firstRequestMs - performance.now();
      // `setImmediate` lets the server first read a request that arrived while the process was busy.
      if (waitMs > 0) setTimeout(() => setImmediate(() => this.#closeIdle([socket])), waitMs).unref();
      else if (latest ? latest.closed : socket.bytesRead === 0) socket.destroy();
    }
  }

  #closeWithoutResponse(): void {
    for (const [socket, { latest }] of this.#open) {
      if (latest === undefined || latest.closed || !latest.req.complete) socket.destroy();
    }
  }
}
