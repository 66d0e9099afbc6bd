import {
  createFakeServer,
  demoWorld,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import type { ConformanceReport } from '@mock-services/fake-server/conformance';
import { createFetch } from '../../src/core/http/fetch.ts';
import { recently, type Mutation } from './mutants/mutant.ts';

/** A request as it reached the service. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A fake server that records its requests and can be made to misbehave. */
export interface Observed {
  readonly fake: FakeServer;
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly received: readonly Received[];
}

/** With the current time no sample workspace has expired: what happens to expired ones is open. */
export function observed(
  mutation: Mutation = (request, next) => next(request),
  options: FakeServerOptions = {},
): Observed {
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

/** The ids of the cases with an outcome. */
export function idsOf({ results }: ConformanceReport, outcome: string): string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}

/** The messages of the failures, by case id. */
export function failuresOf({ results }: ConformanceReport): Record<string, string> {
  return Object.fromEntries(
    results.flatMap((result) => (result.outcome === 'failed' ? [[result.id, result.message]] : [])),
  );
}

/** What a run observed, one line for each open point. */
export function observationsOf({ profile }: ConformanceReport): string[] {
  return Object.entries(profile.observed).map(([id, value]) => `${id}: ${JSON.stringify(value)}`);
}

/** The mock services of a fake server. */
export function listOf({ handle }: Pick<FakeServer, 'handle'>): { id: string; title: string }[] {
  const { body } = handle({ method: 'GET', path: '/configuration/mock-services' });
  return (JSON.parse(body) as { data: { id: string; title: string }[] }).data;
}
