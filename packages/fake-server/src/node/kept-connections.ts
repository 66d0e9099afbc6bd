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
    this.#open.set(socket, {
      since: performance.now(),
      latest: undefined,
      previous: undefined,
      isEnding: false,
    });
    socket.once('close', () => this.#open.delete(socket));
  }

  /**
   * Called at each request. Returns whether it is to be handled: nobody responds to what is sent behind a response that ends
   * the connection (RFC 9112 §9.6).
   */
  add(outgoing: ServerResponse): boolean {
    const connection = this.#open.get(outgoing.req.socket);
    if (connection?.isEnding) return false;
    if (connection) [connection.previous, connection.latest] = [connection.latest, outgoing];
    return true;
  }

  /** Called before each response is sent. What has taken effect already is still responded to. */
  closeIfArmed(outgoing: ServerResponse): void {
    const { socket } = outgoing.req;
    if (this.#armed && this.#open.get(socket)?.latest === outgoing) outgoing.shouldKeepAlive = false;
    if (!outgoing.shouldKeepAlive) this.ending(socket);
  }

  /** Called when a response ends a connection. Returns false if it was ending already. */
  ending(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    if (connection === undefined || connection.isEnding) return false;
    connection.isEnding = true;
    return true;
  }

  /** The response to the last request that was received whole, if it is not sent yet. */
  owed(socket: Socket): ServerResponse | undefined {
    const { latest, previous } = this.#open.get(socket) ?? {};
    const last = latest?.req.complete ? latest : previous;
    return last?.writableFinished ? undefined : last;
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
  /** The response to the request before. */
  previous: ServerResponse | undefined;
  /** Whether a response ends it. */
  isEnding: boolean;
}

/** Milliseconds in which who opens a connection for a request sends it. */
const patience = 100;

/** A browser also opens connections that it may need, and takes one that waited for one that it used. */
function isIdle({ since, latest }: Connection): boolean {
  return latest === undefined ? performance.now() - since > patience : latest.writableFinished;
}
