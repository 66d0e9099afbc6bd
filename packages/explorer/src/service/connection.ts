import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { FakeServer } from '@mock-services/fake-server/core';
import type { Client } from '@mock-services/sdk';
import { onEvents } from '../window/on-events.ts';
import type { Health } from './health.ts';

/** The service that the page talks to. */
export interface Connection {
  readonly client: Client;
  /** Its address, for display. */
  readonly address: string;
  /** The fake server; `undefined` for a real service. */
  readonly fake: FakeServer | undefined;
  readonly health: Health;
  /** The service's clock, in milliseconds since 1970. */
  readonly now: () => number;
}

const ConnectionContext = createContext<Connection | undefined>(undefined);

export const ConnectionProvider = ConnectionContext.Provider;

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === undefined) throw new TypeError('This component needs a ConnectionProvider around it.');
  return connection;
}

/** Whether the service can be reached, and provides what the page needs; `unknown` before the first response. */
export function useServiceState(): 'unknown' | 'ok' | 'failing' | 'unreachable' {
  const { health } = useConnection();
  return useSyncExternalStore(health.subscribe, () => {
    const { isReachable, isFailing } = health.current();
    if (isReachable === false) return 'unreachable';
    if (isFailing) return 'failing';
    return isReachable === undefined ? 'unknown' : 'ok';
  });
}

const onNetwork = onEvents('online', 'offline');

/** Whether the page is online. The fake server needs no network. */
export function useOnline(): boolean {
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return useContext(ConnectionContext)?.fake !== undefined || isOnline;
}

/** The time of the service's clock in milliseconds, updated every second. */
export function useNow(): number {
  const { now } = useConnection();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}
