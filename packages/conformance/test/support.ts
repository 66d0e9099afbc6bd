/** Creates services for conformance runs: fake servers with mutations that change their behavior. Runs the program. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runConformance, type ConformanceReport, type RunOptions } from '@mock-services/conformance';
import {
  createFakeServer,
  demoSeed,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import type { ActivityEntry, MockService, Workspace } from '@mock-services/sdk/contract';
import { onTestFinished, vi } from 'vitest';
import { recorder, type TerminalOptions } from '../../cli-kit/test/terminal.ts';
import { main } from '../src/command.ts';
import { mockServicesPath, operationOf, recently, type Mutation } from './mutants/mutant.ts';

/** A request that the service received. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A fake server with a mutation. It records the requests that it receives. */
export interface Service {
  readonly fake: FakeServer;
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly received: readonly Received[];
}

export const unchanged: Mutation = (request, next) => next(request);

/**
 * Creates a service whose clock has the current time. With this clock, the workspaces of the service have not
 * expired.
 */
export function serviceWith(mutation: Mutation = unchanged, options: FakeServerOptions = {}): Service {
  const fake = createFakeServer({ clock: recently, seed: demoSeed({ now: recently }), ...options });
  const received: Received[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const { pathname, search } = new URL(url);
    const request = {
      method: init.method ?? 'GET',
      path: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : '',
    };
    received.push(request);
    const { status, headers, body } = mutation(request, fake.handle);
    // As HTTP servers do, add the time.
    const dated = { date: new Date().toUTCString(), ...headers };
    return new Response(body === '' ? null : body, { status, headers: dated });
  };
  return { fake, baseUrl: fake.baseUrl, fetch, received };
}

/** Creates a clock that advances by 700 ms for each reading. */
export function tickingClock(): () => number {
  let now = recently;
  return () => (now += 700);
}

/** Creates a mutation that changes every value in every JSON response, starting with the innermost values. */
export function everywhere(change: (value: unknown, key: string) => unknown): Mutation {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value !== 'object' || value === null) return change(value, key);
    const inner = Array.isArray(value)
      ? value.map((item) => walk(item, ''))
      : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, name)]));
    return change(inner, key);
  };
  return (request, next) => {
    const response = next(request);
    if (response.body === '' || response.status >= 300) return response;
    return { ...response, body: JSON.stringify(walk(JSON.parse(response.body), '')) };
  };
}

const isTimestamp = (value: unknown): value is string => /^\d{4}-\d\d-\d\dT/.test(String(value));

/** Creates a mutation that gives every timestamp the same number of fraction digits. */
export const fraction = (digits: number): Mutation =>
  everywhere((value) =>
    isTimestamp(value)
      ? value.replace(/\.(\d+)Z$/, (_, ms: string) =>
          digits === 0 ? 'Z' : `.${ms.padEnd(digits, '0').slice(0, digits)}Z`,
        )
      : value,
  );

/** Creates a mutation that replaces every error response. */
export const erring =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Mutation =>
  (request, next) => {
    const response = next(request);
    return response.status < 400 ? response : { status, headers, body };
  };

/** Creates a mutation that returns only the first four mock services, or one with `?limit=1`, and `headers`. */
export function firstPage(headers: Readonly<Record<string, string>> = { 'x-total-count': '99' }): Mutation {
  return (request, next) => {
    const response = next({ ...request, path: request.path.replace(/[?].*/, '') });
    if (operationOf(request) !== 'listMockServices') return response;
    const { data } = JSON.parse(response.body) as { data: unknown[] };
    return {
      ...response,
      headers: { ...response.headers, ...headers },
      body: JSON.stringify({ data: data.slice(0, request.path.includes('limit=1') ? 1 : 4) }),
    };
  };
}

/** Id of a sample workspace whose activity log has entries. */
export const busyWorkspace = demoSeed().workspaces[0]?.id ?? '';

/** Options that permit every case. */
export const allAllowed = { allowWrites: true, allowClear: busyWorkspace };

/** Runs every case against a service with the given mutation. */
export function runAll(mutation?: Mutation, options: Partial<RunOptions> = {}): Promise<ConformanceReport> {
  return runConformance({ ...serviceWith(mutation), ...allAllowed, ...options });
}

/** Returns the ids of the cases that have the given outcome. */
export function idsOf({ results }: ConformanceReport, outcome: string): string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}

/** Returns the message of the case with the given id, if the case failed. */
export function failureIn({ results }: ConformanceReport, id: string): string | undefined {
  const result = results.find((one) => one.id === id);
  return result?.outcome === 'failed' ? result.message : undefined;
}

/** Returns the mock services of a fake server. */
export function listOf(fake: Pick<FakeServer, 'handle'>): { id: string; title: string }[] {
  const { body } = fake.handle({ method: 'GET', path: mockServicesPath });
  return (JSON.parse(body) as { data: { id: string; title: string }[] }).data;
}

/** Returns a UUID that ends in the given number. */
export function idOf(n: number): string {
  return `abcdef00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function mockService(n: number, changes: Partial<MockService> = {}): MockService {
  const time = '2025-06-01T12:00:00.000Z';
  const config: MockService['config'] = {
    cors: { allowedOrigins: ['shop.example'], allowedMethods: ['GET'], allowedHeaders: [] },
    defaultResponseHeaders: { 'x-mock': true },
    upstreams: [{ name: 'live', url: 'https://catalog.example' }],
  };
  return {
    id: idOf(n),
    type: 'REST',
    title: 'Catalog',
    config,
    createdAt: time,
    updatedAt: time,
    ...changes,
  };
}

/** Returns a workspace that has expired. */
export function workspace(n: number, changes: Partial<Workspace> = {}): Workspace {
  const times = { createdAt: '2025-06-01T12:00:00.000Z', expiresAt: '2025-07-01T12:00:00.000Z' };
  return { id: idOf(n), name: `Workspace ${n}`, ...times, ...changes };
}

export function activityEntry(n: number): ActivityEntry {
  const body = { headers: {}, bodyBase64Encoded: 'b2s=' };
  return {
    id: idOf(n),
    request: { hostname: 'catalog.example', port: 443, path: '/products', method: 'GET', ...body },
    response: { statusCode: 200, responseTimeMs: 12, ...body },
    metadata: { scenarioId: idOf(99) },
    timestamp: '2025-06-02T12:00:00.000Z',
  };
}

/** Runs the program within this process. If a service is given, the program checks this service. */
export async function run(args: readonly string[], service?: Service, options?: TerminalOptions) {
  if (service) vi.stubGlobal('fetch', service.fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { terminal, printed } = recorder({ command: 'npx @mock-services/conformance', ...options });
  return { code: await main(args, terminal), ...printed };
}

/** Returns a path in a folder that is removed when the current test ends. */
export function newPath(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, name);
}

export const reportIn = (stdout: string) => JSON.parse(stdout) as ConformanceReport;
