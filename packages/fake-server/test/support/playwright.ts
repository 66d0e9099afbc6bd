/** Runs Playwright's test runner. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../../../../tools/lib/chromium.ts';
import { command } from '../../../../tools/lib/command.ts';
import { root } from '../../../../tools/lib/paths.ts';

export interface SpecResult {
  readonly status: string;
  readonly expectedStatus: string;
  readonly messages: readonly string[];
  /** Attachments as text, by name. */
  readonly attachments: Readonly<Record<string, string>>;
  readonly stdout: string;
}

interface Report {
  readonly suites?: readonly Report[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly expectedStatus: string;
      readonly results: readonly {
        readonly status: string;
        readonly errors: readonly { readonly message?: string }[];
        readonly attachments: readonly { readonly name: string; readonly body?: string }[];
        readonly stdout: readonly { readonly text?: string }[];
      }[];
    }[];
  }[];
}

/**
 * Runs the specs of a configuration, and returns the results by title.
 * @throws {Error} if Playwright writes no report, for example because a spec does not compile.
 */
export async function runPlaywright(
  config: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Readonly<Record<string, SpecResult>>> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-playwright-'));
  const file = join(folder, 'report.json');
  const cli = ['node_modules/@playwright/test/cli.js', 'test', '--config', config, '--reporter', 'json'];
  try {
    const { output } = await command(
      process.execPath,
      [...cli, '--output', join(folder, 'results'), ...args],
      {
        cwd: root,
        seconds: 500,
        env: {
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
          // vitest sets these variables, which Vite reads.
          NODE_ENV: '',
          VITEST: '',
          ...(chromiumPath !== undefined && { CHROME_PATH: chromiumPath }),
          ...env,
        },
      },
    );
    const report = await readFile(file, 'utf8').catch(() => {
      throw new Error(`Playwright wrote no report:\n${output}`);
    });
    return Object.fromEntries(resultsIn(JSON.parse(report) as Report));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function resultsIn({ suites = [], specs = [] }: Report): [title: string, SpecResult][] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ expectedStatus, results }) =>
      results.map(({ status, errors, attachments, stdout }): [string, SpecResult] => [
        title,
        {
          status,
          expectedStatus,
          messages: errors.map(({ message = '' }) => message),
          attachments: Object.fromEntries(
            attachments.map(({ name, body = '' }) => [name, Buffer.from(body, 'base64').toString()]),
          ),
          stdout: stdout.map(({ text = '' }) => text).join(''),
        },
      ]),
    ),
  );
  return [...own, ...suites.flatMap(resultsIn)];
}
