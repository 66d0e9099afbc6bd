import type { Client } from '@mock-services/sdk';
import { test, type TestAPI } from 'vitest';
import type { FakeServer } from '../core/fake.ts';
import type { ProblemDetails } from '../core/http/problem.ts';
import {
  createTestClient,
  createTestFake,
  type FakeTestOptions as SharedOptions,
} from '../runners/fake-test.ts';
import { installMatchers } from './install-matchers.ts';

// Declare a separate type, because otherwise the types of the Playwright entry point would import Vitest's types.
export type FakeTestOptions<ScenarioName extends string = string> = SharedOptions<ScenarioName>;

/** The fixtures of a test. Vitest creates a fixture only if the test uses it. */
export interface FakeFixtures<ScenarioName extends string = string> {
  /** To replace the options, use `test.extend({ fakeOptions })`. */
  readonly fakeOptions: FakeTestOptions<ScenarioName>;
  readonly fake: FakeServer<ScenarioName>;
  /**
   * A client for `fake` that needs no network. If a test fails with an `ApiError`, the error message also shows the
   * response body.
   */
  readonly client: Client;
}

/**
 * Creates a `test` function that gives each test its own fake server and client, so that even concurrent tests are
 * isolated. Adds the matchers of this entry point to `expect`.
 * @example
 * ```ts
 * import { fakeTest } from '@mock-services/fake-server/vitest';
 * import { describe, expect } from 'vitest';
 *
 * const test = fakeTest({ clock: '2026-03-01T12:00:00Z' });
 *
 * test('a mock service can be deleted', async ({ fake, client }) => {
 *   const { id } = fake.mockServices.add({ title: 'Orders' });
 *   await client.mockServices.delete(id);
 *   expect(fake.mockServices.list().map((service) => service.id)).not.toContain(id);
 * });
 *
 * describe('in an empty world', () => {
 *   const emptyTest = test.extend({ fakeOptions: { seed: {} } });
 *
 *   emptyTest('there are no workspaces', async ({ client }) => {
 *     expect(await client.workspaces.list()).toEqual([]);
 *   });
 * });
 * ```
 */
export function fakeTest<ScenarioName extends string = string>(
  options: FakeTestOptions<ScenarioName> = {},
): TestAPI<FakeFixtures<ScenarioName>> {
  installMatchers();
  return test.extend<FakeFixtures<ScenarioName>>({
    fakeOptions: options,
    fake: async ({ fakeOptions, onTestFinished }, use) => {
      const fake = createTestFake(fakeOptions);
      onTestFinished(({ task }) => {
        // Skip this check if the test failed, because the test's own error says more.
        if (fakeOptions.assertClean === true && task.result?.state !== 'fail') fake.journal.assertClean();
      });
      await use(fake);
    },
    client: async ({ fake, fakeOptions, onTestFailed }, use) => {
      onTestFailed(({ task }) => addResponseBodies(task.result?.errors ?? []));
      await use(createTestClient(fake, fakeOptions));
    },
  });
}

const maxBodyLength = 1000;

/** Vitest reports an error as plain data, not as an `Error`. */
interface ReportedError {
  readonly name?: string;
  message: string;
  readonly body?: unknown;
}

/** Adds the parts of response bodies that the SDK leaves out of its messages. A fake server sends no secrets. */
function addResponseBodies(errors: readonly ReportedError[]): void {
  for (const error of errors) {
    if (error.name !== 'ApiError' || error.body === undefined) continue;
    const text = bodyText(error.body, error.message).slice(0, maxBodyLength);
    if (text !== '') error.message += `\nThe service said:${text}`;
  }
}

function bodyText(body: unknown, message: string): string {
  const text = isProblem(body) ? body.detail : typeof body === 'string' ? body : JSON.stringify(body);
  const errors = (isProblem(body) && body.errors) || [];
  const lines = errors.map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`);
  return (message.includes(text) ? '' : ` ${text}`) + lines.join('');
}

function isProblem(body: unknown): body is Pick<ProblemDetails, 'detail' | 'errors'> {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
}
