/**
 * Controls a fake server in another process over HTTP, for tests that drive a browser, a server or a program in another
 * language. The fake server needs admin endpoints (`--admin`). Depends on nothing but `fetch`.
 *
 * @example
 * ```ts
 * import { connectFake } from '@mock-services/fake-server/remote';
 *
 * const fake = connectFake('http://127.0.0.1:4600', { world: 'checkout-7' });
 * const { id } = await fake.mockServices.add({ title: 'Orders' });
 * const fault = await fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
 * await fake.journal.waitFor({ operation: 'listMockServices' });
 * console.log(await fault.used(), id);
 * ```
 *
 * @module @mock-services/fake-server/remote
 * @packageDocumentation
 */
export { FakeServerError, isFakeServerError, type FakeServerErrorCode } from '../core/errors.ts';
export { connectFake } from './connect-fake.ts';
export type {
  ConnectOptions,
  MatcherInJson,
  ReadJournal,
  RemoteActivity,
  RemoteClock,
  RemoteFake,
  RemoteFault,
  RemoteFaultHandle,
  RemoteFaults,
  RemoteJournal,
} from './remote-fake.ts';
