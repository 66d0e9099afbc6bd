import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Client } from '@mock-services/sdk';
import type { FakeControl } from '../fake/control.ts';
import { fakeKeys } from '../fake/keys.ts';
import { onEvents } from '../window/on-events.ts';
import type { Health } from './health.ts';

/** Connection of the page to a service. */
export interface Connection {
  readonly client: Client;
  /** Address of the service, for display. */
  readonly address: string;
  /** Name of the fake server's world, from the page's URL. */
  readonly world: string | undefined;
  /** Whether the service is a fake server in the page. */
  readonly isDemo: boolean;
  /** Client for the admin endpoints, or `undefined` if the page has not detected any admin endpoints. */
  readonly fake: FakeControl | undefined;
  /** Sets `fake` if the service is a fake server with admin endpoints that allows the request. Never rejects. */
  readonly detectFake: () => Promise<void>;
  readonly health: Health;
  /** Returns the time of the demo's clock or of this machine, as a Unix time in milliseconds. */
  readonly now: () => number;
}

const ConnectionContext = createContext<Connection | undefined>(undefined);

export const ConnectionProvider = ConnectionContext.Provider;

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === undefined)
    throw new TypeError('useConnection must be used within a ConnectionProvider.');
  return connection;
}

/** Returns whether the service can be reached and responds without errors. `unknown` means that no response has arrived. */
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

/** Whether the browser is online. For the demo, the result is always true, because the demo needs no network. */
export function useOnline(): boolean {
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return useContext(ConnectionContext)?.isDemo === true || isOnline;
}

/** Interval between reads of a fake server's clock, in milliseconds. */
const clockInterval = 15_000;

/**
 * Reads the time of the fake server's clock, and calculates how far this time is ahead of this machine's clock. Both values
 * are in milliseconds.
 */
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

/** Returns the current time of the service as a Unix time in milliseconds, updated every second. */
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
