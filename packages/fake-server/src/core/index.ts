/**
 * A fake server that needs no other package. Pass `fake.fetch` to a client in the same process. `createHandler` handles
 * `Request` objects in a server, `createWorlds` puts many fake servers behind one address, and `connectFake` controls a
 * fake server in another process.
 *
 * A fake server has fixtures for its data (`fake.mockServices`, `fake.workspaces`, `fake.activity`), injects faults
 * (`fake.faults`), and records received requests (`fake.journal`). `demoSeed` returns sample data, `createExamples`
 * creates resources for tests without a server, and `matchers` extend the `expect` of test runners.
 *
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server/core';
 * import { createClient } from '@mock-services/sdk';
 *
 * const fake = createFakeServer();
 * const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
 * const { id } = fake.mockServices.add({ title: 'Orders' });
 * console.log((await client.mockServices.get(id)).title);
 * ```
 *
 * @module @mock-services/fake-server/core
 * @packageDocumentation
 */
export type { ActivityFixtures } from './fixtures/activity.ts';
export type { Clock } from './world/clock.ts';
export type { ClockSource } from './time/time.ts';
export type { ConfigDraft, Draft } from './fixtures/complete.ts';
export type { Duration } from './time/time.ts';
export type { ExchangeDraft, ExchangeBody, ExchangeRequest, ExchangeResponse } from './fixtures/exchange.ts';
export type { Fault, FaultOptions } from './faults/fault.ts';
export type { FaultHandle, Faults } from './faults/faults.ts';
export type { Journal, JournalOptions, ReadJournal } from './journal/journal.ts';
export type { MatcherResult, RequestFields, TimesOption } from './journal/received.ts';
export { matchers, type FakeMatchers } from './journal/to-have-received.ts';
export type { WaitOptions } from './checks/options.ts';
export type { JournalEntry, UnansweredRequest } from './journal/entry.ts';
export type { FaultFields, FaultMatcher, JournalFields, JournalMatcher } from './faults/matcher.ts';
export { FakeServerError, type FakeServerErrorCode, isFakeServerError } from './errors.ts';
export type { FakeServer, ListedScenario } from './fake.ts';
export { createFakeServer } from './fake-server.ts';
export { createWorlds, type ListedWorld, type Worlds, type WorldsOptions } from './worlds/worlds.ts';
export type { FetchFunction } from './door/fetch.ts';
export type { CorsOrigin } from './door/origins.ts';
export { createHandler, type Handler, type HandlerOptions } from './server/handler.ts';
export type { Instant } from './time/time.ts';
export type { ReleaseSignal } from './time/release.ts';
export type { WireFault, WireRequest, WireResponse } from './http/message.ts';
export type { MockServiceFixtures, MockServiceDraft } from './fixtures/mock-services.ts';
export type { FakeServerOptions } from './options.ts';
export type { ProblemDetails, ProblemStatus } from './http/problem.ts';
export { emptyWorld, type CompleteSeed, type Seed } from './fixtures/seed.ts';
export type { Snapshot } from './saved/snapshot.ts';
export type { Change, Row, RowKey, RowKind } from './world/change.ts';
export type { WorldsStorage, WorldStorage } from './world/world-storage.ts';
export { defineScenarios, type ApplyScenario, type Scenario, type Scenarios } from './scenarios.ts';
export type { WorkspaceFixtures, WorkspaceDraft } from './fixtures/workspaces.ts';
export { assumptions } from './behavior/behavior.ts';
export type { Assumption } from './behavior/open-point.ts';
export type { ProfileOptions, UnsupportedObservation } from './behavior/draft-options.ts';
export type { BehaviorOptions, OpenBody, Profile } from './behavior/options.ts';
export { profileOptions } from './behavior/profile.ts';
export {
  createExamples,
  type ActivityRange,
  type ExampleOptions,
  type Examples,
} from '../examples/create-examples.ts';
export { demoSeed, type DemoSeedOptions } from '../examples/demo-seed.ts';
export {
  connectFake,
  type MatcherInJson,
  type RemoteActivity,
  type RemoteClock,
  type RemoteFake,
  type RemoteFault,
  type RemoteFaultHandle,
  type RemoteFaults,
  type RemoteJournal,
} from '../remote/connect-fake.ts';
export type { ConnectOptions } from '../remote/send.ts';
