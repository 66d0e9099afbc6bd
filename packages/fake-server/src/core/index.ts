/**
 * `@mock-services/fake-server/core`: the fake server without MSW, for `fake.fetch`, `fake.handle` and
 * `serve()`.
 *
 * @packageDocumentation
 */
export type { Clock, ClockSource } from './clock.ts';
export { demoWorld, type DemoWorldOptions } from './demo-world.ts';
export type { Duration } from './duration.ts';
export { createFakeServer, type FakeServer } from './fake-server.ts';
export type { Instant } from './instant.ts';
export type { WireRequest, WireResponse } from './message.ts';
export type { FakeServerOptions } from './options.ts';
export type { ProblemDetails, ProblemStatus } from './problem.ts';
export { SeedError } from './seed-error.ts';
export { emptyWorld, type CompleteSeed, type Seed } from './seed.ts';
export { SnapshotError } from './snapshot-error.ts';
export type { Snapshot } from './snapshot.ts';
