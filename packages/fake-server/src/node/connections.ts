import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { internalsOf } from '../core/internals.ts';
import { longestWait } from '../core/time/time.ts';

/** The channel on which Node reports each connection that this process opens. */
const clientChannel = 'net.client.socket';

/**
 * While a fault with `reset`, `hang` or status 408 can still apply, the server keeps no connection alive, because browsers and
 * other runtimes would resend a request if such a fault hit a reused connection.
 */
export class Connections {
  readonly #server: Server;
  /** Open connections, each with the response to its latest request. */
  readonly #open = new Map<Socket, ServerResponse | undefined>();
  readonly #clients = new Set<Socket>();
  readonly #unwatch: (() => void) | undefined;
  #mayResend = false;
  #isClosing = false;

  constructor(server: Server, served: object) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#open.set(socket, undefined);
      socket.once('close', () => this.#open.delete(socket));
    });
    subscribe(clientChannel, this.#addClient);
    this.#unwatch = internalsOf(served)?.watchResendFaults((mayResend) => {
      this.#mayResend = mayResend;
      this.#closeIfMayResend();
    });
  }

  readonly #addClient = (message: unknown): void => {
    for (const client of this.#clients) if (client.destroyed) this.#clients.delete(client);
    this.#clients.add((message as { readonly socket: Socket }).socket);
  };

  add(outgoing: ServerResponse): void {
    this.#open.set(outgoing.req.socket, outgoing);
    outgoing.once('close', () => {
      if (this.#isClosing) this.#closeWithoutResponse();
      // The fault may have been added while the response was being sent.
      else if (outgoing.shouldKeepAlive) this.#closeIfMayResend();
    });
  }

  beforeResponse(outgoing: ServerResponse): void {
    if (this.#mayResend || this.#isClosing) outgoing.shouldKeepAlive = false;
  }

  /** Closes the server when all responses have been sent, or after `graceMs` milliseconds at the latest. */
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
   * Closes idle connections, including those that browsers open in advance. Keeps the connections of clients in this
   * process, because they may already be sending a request, which Node's clients would not resend.
   */
  #closeIfMayResend(): void {
    if (!this.#mayResend) return;
    const ownPorts = new Set(Array.from(this.#clients, ({ localPort }) => localPort));
    for (const [socket, latest] of this.#open) {
      if ((latest?.closed ?? true) && !ownPorts.has(socket.remotePort)) socket.destroy();
    }
  }

  /** Closes connections that are idle or whose request is incomplete. */
  #closeWithoutResponse(): void {
    for (const [socket, latest] of this.#open) {
      if (latest === undefined || latest.closed || !latest.req.complete) socket.destroy();
    }
  }
}
