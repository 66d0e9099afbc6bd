import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Where Node tells of each connection that this process opens. */
const channel = 'net.client.socket';

/** The clients of this process, as far as Node tells of them. */
export class OwnClients {
  readonly #sockets = new Set<Socket>();
  readonly #add = (message: unknown): void => {
    // As Node documents the channel.
    const { socket } = message as { readonly socket: Socket };
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  };

  constructor() {
    subscribe(channel, this.#add);
  }

  /** The ports from which they are connected to a port. */
  portsTo(port: number): Set<number | undefined> {
    const connected = [...this.#sockets].filter(({ remotePort }) => remotePort === port);
    return new Set(connected.map(({ localPort }) => localPort));
  }

  end(): void {
    unsubscribe(channel, this.#add);
    this.#sockets.clear();
  }
}
