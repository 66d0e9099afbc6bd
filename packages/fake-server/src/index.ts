/**
 * `@mock-services/fake-server`: a stand-in for the mock service configuration and workspace activity
 * interface, as MSW request handlers and as a `fetch`, over state in memory.
 *
 * @packageDocumentation
 */
export type {
  ArrangedActivity,
  ArrangedMockServices,
  ArrangedWorkspaces,
  CaptureOptions,
  Clock,
  ClockSource,
  CompleteSeed,
  ConfigDraft,
  DemoWorldOptions,
  Draft,
  Duration,
  Exchange,
  ExchangeBody,
  ExchangeRequest,
  ExchangeResponse,
  FakeServerOptions,
  Fault,
  FaultOptions,
  Faults,
  FetchFunction,
  Instant,
  Journal,
  JournalEntry,
  JournalFields,
  JournalMatcher,
  JournalOptions,
  JournalState,
  MockServiceDraft,
  ProblemDetails,
  ProblemStatus,
  SavedFault,
  SavedFaults,
  Seed,
  Snapshot,
  WireFault,
  WireRequest,
  WireResponse,
  WorkspaceDraft,
} from './core/index.ts';
export {
  ArrangeError,
  demoWorld,
  emptyWorld,
  FaultError,
  JournalError,
  OptionError,
  SeedError,
  SnapshotError,
} from './core/index.ts';
export { createFakeServer, type FakeServer } from './msw/fake-server.ts';
