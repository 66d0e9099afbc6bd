import { createContext, useContext } from 'react';
import type { FakeServer } from '@mock-services/fake-server/core';
import type { Client } from '@mock-services/sdk';

/** The service that the page talks to. */
export interface Connection {
  readonly client: Client;
  /** Where it is, for people. */
  readonly address: string;
  /** The fake server that plays the service; `undefined` for a real one. */
  readonly fake: FakeServer | undefined;
  /** The time where the service is: milliseconds since 1970. */
  readonly now: () => number;
}

const ConnectionContext = createContext<Connection | undefined>(undefined);

export const ConnectionProvider = ConnectionContext.Provider;

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === undefined) throw new TypeError('There is no ConnectionProvider around this component.');
  return connection;
}
