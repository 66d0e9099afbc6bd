/** Runs in the browser. Calls every operation, and then calls a service that fails in several ways. */
import { createClient, isMockServicesError } from '@mock-services/sdk';
import { mockServiceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';

/** The report that the page passes to the test. */
export interface PageReport {
  readonly results: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
  /** Directives of the content security policy that the SDK violated. */
  readonly violations: readonly string[];
  /**
   * Directives of the content security policy that a call of `eval` violated. This violation proves that the test
   * detects violations.
   */
  readonly control: readonly string[];
}

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
  violations.push(violatedDirective),
);

async function report(): Promise<PageReport> {
  const results: Record<string, unknown> = {};
  const client = createClient({ baseUrl: `${location.origin}/api` });
  for (const { operation, call } of operationCases) results[operation] = (await call(client)) ?? 'nothing';

  const errors: Record<string, string> = {};
  for (const fault of ['html', 'wrong', 'cut', 'missing', 'away', 'moved']) {
    const broken = createClient({ baseUrl: `${location.origin}/${fault}`, maxRetries: 0, token: 'secret' });
    errors[fault] = await broken.mockServices.get(mockServiceId).then(
      ({ title }) => `resolved to ${title}`,
      (error: unknown) =>
        isMockServicesError(error) ? `${error.name}: ${error.message}` : 'a foreign error',
    );
  }
  // The browser reports policy violations only after a short time.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const bySdk = violations.splice(0);
  try {
    Reflect.construct(Function, ['return 1']);
  } catch {
    // The content security policy forbids `eval`.
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { results, errors, violations: bySdk, control: violations };
}

Object.assign(globalThis, { report: report() });
