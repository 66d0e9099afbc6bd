import { createContext, useContext } from 'react';
import type { FakeServer } from '@mock-services/fake-server/core';
import type { Client } from '@mock-services/sdk';
import type { Reachability } from './reachability.ts';

/** The service that the page talks to. */
export interface Connection {
  readonly client: Client;
  /** Where it is, for people. */
  readonly address: string;
  /** The fake server that plays the service; `undefined` for a real one. */
  readonly fake: FakeServer | undefined;
  readonly reachability: Reachability;
  /** The time where the service is: milliseconds since 1970. */
  readonly now: () => number;
}

const ConnectionContext = createContext<Connection | undefined>(undefined);

export const ConnectionProvider = ConnectionContext.Provider;

/** The connection; `undefined` where the page could not make one. */
export function useConnectionIfAny(): Connection | undefined {
  return useContext(ConnectionContext);
}

export function useConnection(): Connection {
  const connection = useConnectionIfAny();
  if (connection === undefined) throw new TypeError('There is no ConnectionProvider around this component.');
  return connection;
}
