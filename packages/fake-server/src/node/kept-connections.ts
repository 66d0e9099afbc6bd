import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Faults } from '../core/index.ts';
import { OwnClients } from './own-clients.ts';

/**
 * Keeps no connection alive while a fault is armed after which browsers and other runtimes send a request again by
 * themselves: they do so only on a connection that they used before.
 */
export class KeptConnections {
  readonly #open = new Map<Socket, Connection>();
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

  /** Called at each connection. */
  open(socket: Socket): void {
    this.#open.set(socket, { since: performance.now(), latest: undefined });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Called at each request. */
  add(outgoing: ServerResponse): void {
    const connection = this.#open.get(outgoing.req.socket);
    if (connection) connection.latest = outgoing;
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
    for (const [socket, connection] of this.#open) {
      if (isIdle(connection) && !own.has(socket.remotePort)) socket.destroy();
    }
  }
}

interface Connection {
  /** When it was opened, in milliseconds. */
  readonly since: number;
  /** The response to its latest request. */
  latest: ServerResponse | undefined;
}

/** Milliseconds in which who opens a connection for a request sends it. */
const patience = 100;

/** A browser also opens connections that it may need, and takes one that waited for one that it used. */
function isIdle({ since, latest }: Connection): boolean {
  return latest === undefined ? performance.now() - since > patience : latest.writableFinished;
}
