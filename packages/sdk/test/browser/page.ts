/** Runs in the browser: every operation once, then what goes wrong, under the page's content security policy. */
import { createClient, isMockServicesError } from '@mock-services/sdk';
import { mockServiceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';

/** What the page tells the test. */
export interface PageReport {
  readonly results: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
  /** Directives that were violated by the SDK, and by code from text, which must be noticed. */
  readonly violations: readonly string[];
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
  // Violations are reported in a task of their own.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const bySdk = violations.splice(0);
  try {
    Reflect.construct(Function, ['return 1']);
  } catch {
    // Refused by the policy, as it should be.
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { results, errors, violations: bySdk, control: violations };
}

Object.assign(globalThis, { report: report() });
