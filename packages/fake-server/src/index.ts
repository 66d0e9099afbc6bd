/**
 * A fake server for the mock service configuration and workspace activity interface, with its state in memory. This
 * entry point adds MSW handlers (`fake.handlers`) to the entry point `core`, which does not import msw.
 *
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server';
 * import { createClient } from '@mock-services/sdk';
 * import { setupServer } from 'msw/node';
 *
 * const fake = createFakeServer({ baseUrl: 'https://mocks.example.com/api' });
 * setupServer(...fake.handlers).listen();
 * await createClient({ baseUrl: fake.baseUrl }).workspaces.list();
 * ```
 *
 * @module @mock-services/fake-server
 * @packageDocumentation
 */
export type {
  ActivityFixtures,
  MockServiceFixtures,
  WorkspaceFixtures,
  BehaviorOptions,
  Clock,
  ClockSource,
  CompleteSeed,
  ConfigDraft,
  Draft,
  Duration,
  Exchange,
  ExchangeBody,
  ExchangeRequest,
  ExchangeResponse,
  FakeServerErrorCode,
  FakeServerOptions,
  Fault,
  FaultOptions,
  Faults,
  FetchFunction,
  GreaseOptions,
  GreasePoint,
  Instant,
  Journal,
  JournalEntry,
  FaultFields,
  JournalFields,
  JournalMatcher,
  JournalOptions,
  MockServiceDraft,
  OpenBody,
  ProblemDetails,
  ProblemStatus,
  Profile,
  ProfileOptions,
  Seed,
  Snapshot,
  UnsupportedObservation,
  WireFault,
  WireRequest,
  WireResponse,
  WorkspaceDraft,
  WorldsOptions,
  WorldsStorage,
  WorldStorage,
  ListedWorld,
  Change,
  FaultHandle,
  FaultMatcher,
  ReceivedExchange,
  Row,
  RowKey,
  RowKind,
  WaitOptions,
} from './core/index.ts';
export { emptyWorld, FakeServerError, isFakeServerError, profileOptions } from './core/index.ts';
export { createFakeServer, createWorlds, type FakeServer, type Worlds } from './msw/fake-server.ts';
