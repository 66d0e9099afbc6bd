/**
 * `@mock-services/fake-server`: a stand-in for the mock service configuration and workspace activity
 * interface, as MSW request handlers and as a `fetch`, over state in memory.
 *
 * @packageDocumentation
 */
export type {
  Clock,
  ClockSource,
  CompleteSeed,
  DemoWorldOptions,
  Duration,
  FakeServerOptions,
  Instant,
  ProblemDetails,
  ProblemStatus,
  Seed,
  Snapshot,
  WireRequest,
  WireResponse,
} from './core/index.ts';
export { demoWorld, emptyWorld, SeedError, SnapshotError } from './core/index.ts';
export { createFakeServer, type FakeServer } from './msw/fake-server.ts';
