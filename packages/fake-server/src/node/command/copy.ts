import { counted, Failure, readService, serviceFailureText, type Terminal } from '@mock-services/cli-kit';
import { createClient, isMockServicesError, isValidationError } from '@mock-services/sdk';
import type { ServiceSeed } from '@mock-services/sdk/seed';
import { formatIssue, type Issue } from '@mock-services/sdk/contract';
import { isFakeServerError } from '../../core/errors.ts';
import type { CopiedService } from './arguments.ts';

/** The limits in milliseconds are long, because a log may be large. */
const timeLimits = { timeout: 60_000, totalTimeout: 180_000 };

const byFile = 'write a file with `npx @mock-services/cli dump --workspaces`, and pass it to --seed';

/** @param use - Validates the copy. */
export async function copyService<Result>(
  { url, token, activity }: CopiedService,
  terminal: Terminal,
  use: (seed: ServiceSeed) => Result,
): Promise<Result> {
  const client = createClient({
    baseUrl: url,
    ...timeLimits,
    token,
    onWarning: ({ message }) => terminal.error(message),
  });
  const seed = await readService(client, terminal, { activity }).catch((error: unknown) => {
    if (terminal.stopped.aborted || !isMockServicesError(error)) throw error;
    const hint =
      token === undefined
        ? `The service requires valid credentials. Pass a file with its token to --seed-token-file. For other headers, ${byFile}.`
        : 'Check that the token in --seed-token-file is correct, has not expired and permits reading.';
    const base =
      'Check the URL of --seed. Expected the base URL of a service. To read a seed file, pass its path.';
    const words = {
      url: '--seed',
      longer: `To allow more time, ${byFile.replace('dump', 'dump --timeout 5m')}.`,
      hints: { 401: hint, 403: hint, 404: base, 405: base },
    };
    const more = isValidationError(error)
      ? [`To see what differs from the interface, run: npx @mock-services/conformance ${url}`]
      : [];
    throw new Failure(`--seed: ${serviceFailureText(error, words, terminal.environment, more)}`);
  });
  try {
    return use(seed);
  } catch (error) {
    throw isFakeServerError(error, 'invalid-seed') ? copyFailure(url, error.issues) : error;
  }
}

const mostListed = 20;

function copyFailure(url: string, issues: readonly Issue[]): Failure {
  const more = issues.length - mostListed;
  return new Failure(
    [
      `--seed: the data of ${url} has ${counted(issues.length, 'problem')}:`,
      ...issues.slice(0, mostListed).map(formatIssue),
      ...(more > 0 ? [`and ${more} more`] : []),
      `To correct the data or leave it out, ${byFile}.`,
    ].join('\n'),
  );
}
