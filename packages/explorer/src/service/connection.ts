import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Client } from '@mock-services/sdk';
import type { FakeControl } from '../fake/control.ts';
import { fakeKeys } from '../fake/keys.ts';
import { onEvents } from '../window/on-events.ts';
import type { Health } from './health.ts';

/** The service that the page talks to. */
export interface Connection {
  readonly client: Client;
  /** Its address, for display. */
  readonly address: string;
  /** The world of a fake server that the page's address names. */
  readonly world: string | undefined;
  /** Whether a fake server in the page plays the service. */
  readonly isDemo: boolean;
  /** The admin endpoints of a fake server; `undefined` for any other service, and until they are found. */
  readonly fake: FakeControl | undefined;
  readonly health: Health;
  /** The clock of the demo, or of this machine, in milliseconds since 1970. */
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

/** Whether the page is online. The demo needs no network. */
export function useOnline(): boolean {
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return useContext(ConnectionContext)?.isDemo === true || isOnline;
}

/** Milliseconds between reads of a fake server's clock, which only its panel moves as a rule. */
const clockInterval = 15_000;

/** The clock of a fake server, and how far it is ahead of this machine's clock, both in milliseconds. */
export function useFakeClock(refetchInterval: number | false, enabled = true) {
  const { fake } = useConnection();
  return useQuery({
    queryKey: fakeKeys.clock,
    queryFn: fake === undefined ? skipToken : () => readClock(fake),
    refetchInterval,
    enabled,
  });
}

async function readClock(fake: FakeControl): Promise<{ readonly time: number; readonly ahead: number }> {
  const time = await fake.clock();
  return { time, ahead: time - Date.now() };
}

/** The time of the service's clock in milliseconds, updated every second. */
export function useNow(): number {
  const { now, isDemo } = useConnection();
  const { data } = useFakeClock(clockInterval, !isDemo);
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return isDemo ? time : time + (data?.ahead ?? 0);
}
