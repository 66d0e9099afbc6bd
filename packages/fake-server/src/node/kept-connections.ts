import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Faults } from '../core/index.ts';
import { OwnClients } from './own-clients.ts';

/**
 * Keeps no connection alive while a fault is armed after which browsers and other runtimes send a request again by
 * themselves: they do so only on a connection that they used before.
 */
export class KeptConnections {
  /** The connections that had a request, each with its latest response. */
  readonly #latest = new Map<Socket, ServerResponse>();
  readonly #own = new OwnClients();
  readonly #unwatch: (() => void) | undefined;
  readonly #port: number;
  #armed = false;

  /** @param faults - `undefined` where there are none. */
  constructor(port: number, faults: Pick<Faults, 'onRepeated'> | undefined) {
    this.#port = port;
    this.#unwatch = faults?.onRepeated((armed) => {
      this.#armed = armed;
      if (armed) this.#closeIdle();
    });
  }

  /** Called at each request. */
  add(outgoing: ServerResponse): void {
    const { socket } = outgoing.req;
    if (!this.#latest.has(socket)) socket.once('close', () => this.#latest.delete(socket));
    this.#latest.set(socket, outgoing);
  }

  /** Called before each response is sent. */
  closeIfArmed(outgoing: ServerResponse): void {
    if (this.#armed) outgoing.shouldKeepAlive = false;
  }

  /** Ends the watch of faults and clients. */
  end(): void {
    this.#unwatch?.();
    this.#own.end();
  }

  /**
   * Leaves the clients of this process alone: Node's send nothing again, and one that is just sending a request would lose
   * it before the fault can strike.
   */
  #closeIdle(): void {
    const own = this.#own.portsTo(this.#port);
    for (const [socket, { writableFinished }] of this.#latest) {
      if (writableFinished && !own.has(socket.remotePort)) socket.destroy();
    }
  }
}
