/**
 * `@mock-services/fake-server/core`: the fake server without MSW, for `fake.fetch`, `fake.handle` and
 * `serve()`.
 *
 * @packageDocumentation
 */
export type { ArrangedActivity } from './activity.ts';
export type { Draft } from './arrange.ts';
export { ArrangeError } from './arrange-error.ts';
export type { CaptureOptions } from './capture.ts';
export type { Clock, ClockSource } from './clock.ts';
export type { ConfigDraft } from './configuration-draft.ts';
export { demoWorld, type DemoWorldOptions } from './demo-world.ts';
export type { Duration } from './duration.ts';
export type { Exchange, ExchangeBody, ExchangeRequest, ExchangeResponse } from './exchange.ts';
export { FaultError } from './fault-error.ts';
export type { Fault } from './fault-list.ts';
export type { FaultOptions } from './fault-options.ts';
export type { Faults } from './faults.ts';
export type { Journal } from './journal.ts';
export type { JournalEntry } from './journal-entry.ts';
export { JournalError } from './journal-error.ts';
export type { JournalFields, JournalMatcher } from './journal-matcher.ts';
export { createFakeServer, type FakeServer } from './fake-server.ts';
export type { FetchFunction } from './fetch.ts';
export type { GreaseOptions } from './grease.ts';
export type { Instant } from './instant.ts';
export type { WireFault, WireRequest, WireResponse } from './message.ts';
export type { ArrangedMockServices, MockServiceDraft } from './mock-services.ts';
export { OptionError } from './option-error.ts';
export type { FakeServerOptions } from './options.ts';
export type { ProblemDetails, ProblemStatus } from './problem.ts';
export type { LoadableProfile } from './profile.ts';
export type { Knobs, Rules } from './rules.ts';
export { SeedError } from './seed-error.ts';
export { emptyWorld, type CompleteSeed, type Seed } from './seed.ts';
export { SnapshotError } from './snapshot-error.ts';
export type { Snapshot } from './snapshot.ts';
export type { ArrangedWorkspaces, WorkspaceDraft } from './workspaces.ts';
export type { JournalOptions, JournalState } from './recorder.ts';
export type { SavedFault, SavedFaults } from './saved-faults.ts';
export type { Choices, GreasePoint, OpenBody } from './variations.ts';
