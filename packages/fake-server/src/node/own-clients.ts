import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Where Node tells of each connection that this process opens. */
const channel = 'net.client.socket';

/** Connections of this process, for all that watch: each server would add a listener of its own to each of them. */
const sockets = new Set<Socket>();
const watchers = new Set<OwnClients>();

function add(message: unknown): void {
  // As Node documents the channel.
  const { socket } = message as { readonly socket: Socket };
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

/** The clients of this process, as far as Node tells of them. */
export class OwnClients {
  constructor() {
    if (watchers.size === 0) subscribe(channel, add);
    watchers.add(this);
  }

  /** The ports from which they are connected to a port. */
  portsTo(port: number): Set<number | undefined> {
    const connected = [...sockets].filter(({ remotePort }) => remotePort === port);
    return new Set(connected.map(({ localPort }) => localPort));
  }

  end(): void {
    watchers.delete(this);
    if (watchers.size > 0) return;
    unsubscribe(channel, add);
    sockets.clear();
  }
}
