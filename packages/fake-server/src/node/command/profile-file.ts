import { isOptionError, profileOptions, type BehaviourOptions, type Profile } from '../../core/index.ts';
import { CommandFailure } from './failure.ts';
import { readJson } from './seed-file.ts';
import type { Terminal } from './terminal.ts';

/**
 * Reads the options of a profile from a file, and logs a line for each observation that no option reproduces.
 *
 * @throws {CommandFailure} for a file that cannot be read, is not JSON or not a profile.
 */
export async function readProfile(path: string, log: Terminal['error']): Promise<BehaviourOptions> {
  const { value } = await readJson(path);
  try {
    // `profileOptions` validates it.
    const { options, unsupported } = profileOptions(value as Profile);
    for (const { point, observed, reason } of unsupported)
      log(`profile: ${point}: observed ${JSON.stringify(observed)}; ${reason}`);
    return options;
  } catch (error) {
    throw isOptionError(error) ? new CommandFailure('seed', `${path}: expected a ${error.expected}.`) : error;
  }
}
