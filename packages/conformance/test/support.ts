import {
  createFakeServer,
  demoWorld,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import {
  runConformance,
  type ConformanceReport,
  type RunOptions,
} from '@mock-services/fake-server/conformance';
import { createFetch } from '../../src/core/http/fetch.ts';
import { dataAt } from '../support/wire.ts';
import { recently, type Mutation } from './mutants/mutant.ts';

/** A request that the service received. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A fake server behind a mutation, and the requests that it received. */
export interface Service {
  readonly fake: FakeServer;
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly received: readonly Received[];
}

export const unchanged: Mutation = (request, next) => next(request);

/** The clock has the current time, because a sample workspace that has expired is an open point. */
export function serviceWith(mutation: Mutation = unchanged, options: FakeServerOptions = {}): Service {
  const fake = createFakeServer({ clock: recently, ...options });
  const received: Received[] = [];
  const fetch = createFetch((request) => {
    const { method, path, headers = {}, body = '' } = request;
    received.push({ method, path, headers, body });
    return mutation(request, fake.handle);
  });
  return { fake, baseUrl: fake.baseUrl, fetch, received };
}

/** The id of a sample workspace that has activity. */
export const busyWorkspace = demoWorld().workspaces[0]?.id ?? '';

/** Permission for every case. */
export const allAllowed = { allowWrites: true, allowClear: busyWorkspace };

/** Runs every case against a service with this mutation. */
export function runAll(mutation?: Mutation, options: Partial<RunOptions> = {}): Promise<ConformanceReport> {
  return runConformance({ ...serviceWith(mutation), ...allAllowed, ...options });
}

/** The ids of the cases with an outcome. */
export function idsOf({ results }: ConformanceReport, outcome: string): string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}

/** The message of the case with this id, if it failed. */
export function failureIn({ results }: ConformanceReport, id: string): string | undefined {
  const result = results.find((one) => one.id === id);
  return result?.outcome === 'failed' ? result.message : undefined;
}

/** The mock services of a fake server. */
export function listOf(fake: Pick<FakeServer, 'handle'>): { id: string; title: string }[] {
  return dataAt(fake, '/configuration/mock-services') as { id: string; title: string }[];
}
