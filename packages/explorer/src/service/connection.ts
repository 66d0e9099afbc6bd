import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createClient,
  isApiError,
  isNetworkError,
  isParseError,
  isTimeoutError,
  isValidationError,
  type Client,
} from '@mock-services/sdk';
import { createQueries, type Queries } from '@mock-services/sdk/query';
import { apiPath } from '../../server/marks.ts';
import { detectFake, type FakeControl } from '../fake/detect.ts';
import type { Route } from '../route/route.tsx';
import { keepToken, tokenFor } from './credentials.ts';
import { programProblem, sendToken, serviceBehindPage } from './page-server.ts';

export interface Connection {
  readonly client: Client;
  readonly queries: Queries;
  readonly address: string;
  readonly world: string | undefined;
  readonly isDemo: boolean;
  /** Resolves to `null` if the service has no admin endpoints. Never rejects. */
  readonly detectFake: () => Promise<FakeControl | null>;
  /** An empty string removes the token. Throws if a header cannot contain the token. */
  readonly setToken: (token: string) => Promise<void> | void;
}

/**
 * Connects to the service from the command line, or else the service in the URL, or else a fake server in the page.
 *
 * @throws {TypeError} if the service URL is not an absolute http or https URL.
 */
export async function connect({ service, world }: Pick<Route, 'service' | 'world'>): Promise<Connection> {
  const behind = serviceBehindPage();
  const serviceUrl = behind === undefined ? service : location.origin + apiPath;
  if (serviceUrl === undefined) return connectDemo();
  const worldUrl = world === undefined ? serviceUrl : `${serviceUrl.replace(/\/$/, '')}/worlds/${world}`;
  // Read the token for each request, because the user may enter a token at any time.
  const token = () => tokenFor(serviceUrl);
  const fetchWithToken = (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token() !== undefined) headers.set('authorization', `Bearer ${token()}`);
    return fetch(url, { ...init, headers });
  };
  const client = createClient({ baseUrl: worldUrl, token, maxRetries: 1 });
  return {
    client,
    queries: createQueries(client),
    address: behind ?? new URL(serviceUrl).host,
    world,
    isDemo: false,
    detectFake: () => detectFake({ serviceUrl, world, fetch: fetchWithToken }),
    setToken: behind === undefined ? (token) => keepToken(serviceUrl, token) : sendToken,
  };
}

async function connectDemo(): Promise<Connection> {
  const { startDemo } = await import('../demo/demo.ts');
  const { baseUrl, fetch, adminFetch } = startDemo();
  const client = createClient({ baseUrl, fetch });
  return {
    client,
    queries: createQueries(client),
    address: 'Fake server',
    world: undefined,
    isDemo: true,
    detectFake: () => detectFake({ serviceUrl: baseUrl, world: undefined, fetch: adminFetch }),
    setToken: () => {},
  };
}

const ConnectionContext = createContext<Connection | undefined>(undefined);

export const ConnectionProvider = ConnectionContext.Provider;

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === undefined)
    throw new TypeError('useConnection must be used within a ConnectionProvider.');
  return connection;
}

export const fakeKeys = {
  control: ['fake'],
  faults: ['fake', 'faults'],
  clock: ['fake', 'clock'],
  journal: ['fake', 'journal'],
  worlds: ['fake', 'worlds'],
} as const;

export function useFake(): FakeControl | undefined {
  const { detectFake } = useConnection();
  const { data } = useQuery({
    queryKey: fakeKeys.control,
    queryFn: detectFake,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return data ?? undefined;
}

export function useClock(refetchInterval: number) {
  const fake = useFake();
  return useQuery({
    queryKey: fakeKeys.clock,
    queryFn:
      fake === undefined ? skipToken : async () => ({ time: await fake.clock.now(), readAt: Date.now() }),
    refetchInterval,
  });
}

/** Returns the Unix time of the service in milliseconds, as a multiple of `step`. */
export function useNow(step = 1000): number {
  const { data: clock } = useClock(15_000);
  const ahead = clock === undefined ? 0 : clock.time - clock.readAt;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(floor(Date.now(), step)), 1000);
    return () => clearInterval(timer);
  }, [step]);
  return floor(now + ahead, step);
}

const floor = (time: number, step: number): number => Math.floor(time / step) * step;

export type ServiceState = 'unknown' | 'ok' | 'token' | 'failing' | 'unreachable';

export function useServiceState(): ServiceState {
  const cache = useQueryClient();
  return useSyncExternalStore(
    (listener) => cache.getQueryCache().subscribe(listener),
    () => stateOf(cache),
  );
}

function stateOf(cache: QueryClient): ServiceState {
  const states = cache
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey }) => queryKey[0] !== fakeKeys.control[0])
    .map(({ state }) => state);
  for (const { error } of states) if (error !== null) return troubleOf(error);
  return states.some(({ data }) => data !== undefined) ? 'ok' : 'unknown';
}

function troubleOf(error: Error): ServiceState {
  const gateway = programProblem(error)?.status;
  if (isNetworkError(error) || isTimeoutError(error) || gateway === 502 || gateway === 504)
    return 'unreachable';
  if (isApiError(error) && error.status === 401) return 'token';
  const isFailure =
    (isApiError(error) && error.status >= 500) || isParseError(error) || isValidationError(error);
  return isFailure ? 'failing' : 'ok';
}
