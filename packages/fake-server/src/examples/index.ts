/**
 * Resources for tests that need no server, such as tests of components: complete, valid and the same in every run.
 *
 * @example
 * ```ts
 * import { createExamples } from '@mock-services/fake-server/examples';
 *
 * const example = createExamples();
 * console.log(example.mockService({ title: 'Orders' }));
 * ```
 *
 * @module @mock-services/fake-server/examples
 * @packageDocumentation
 */
export { createExamples, type ActivityRange, type ExampleOptions, type Examples } from './create-examples.ts';
export type { ConfigDraft, Draft } from '../core/fixtures/complete.ts';
export type { Exchange, ExchangeBody, ExchangeRequest, ExchangeResponse } from '../core/fixtures/exchange.ts';
export type { MockServiceDraft } from '../core/fixtures/mock-services.ts';
export type { Instant } from '../core/time/time.ts';
