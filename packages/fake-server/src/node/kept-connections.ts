import type { Server, ServerResponse } from 'node:http';
import type { Faults } from '../core/index.ts';

/**
 * Keeps no connection alive while a fault is armed after which browsers and other runtimes send a request again by
 * themselves: they only do so where they used its connection before.
 */
export class KeptConnections {
  readonly #server: Server;
  readonly #unwatch: (() => void) | undefined;
  #closing = false;

  /** @param faults - `undefined` where there are none. */
  constructor(server: Server, faults: Pick<Faults, 'onRepeated'> | undefined) {
    this.#server = server;
    this.#unwatch = faults?.onRepeated((armed) => {
      this.#closing = armed;
      // Later, because a client in this process may just have sent a request, which only then arrives.
      if (armed) setImmediate(() => this.#closeIdle());
    });
  }

  /** Closes the connection after a response if need be, and those that wait for a request before it is sent. */
  close(outgoing: ServerResponse): void {
    if (!this.#closing) return;
    outgoing.shouldKeepAlive = false;
    this.#closeIdle();
  }

  /** Ends the watch of the faults. */
  end(): void {
    this.#unwatch?.();
  }

  #closeIdle(): void {
    if (this.#closing) this.#server.closeIdleConnections();
  }
}
