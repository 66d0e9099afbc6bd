import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FakeServer } from '@mock-services/fake-server/core';
import type { Client } from '@mock-services/sdk';
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

/** The connection; `undefined` if the page has none. */
export function useConnectionIfAny(): Connection | undefined {
  return useContext(ConnectionContext);
}

export function useConnection(): Connection {
  const connection = useConnectionIfAny();
  if (connection === undefined) throw new TypeError('This component needs a ConnectionProvider around it.');
  return connection;
}

/** Whether the service can be reached; `undefined` until that is known. */
export function useReachable(): boolean | undefined {
  const { health } = useConnection();
  return useSyncExternalStore(health.subscribe, () => health.current().isReachable);
}
