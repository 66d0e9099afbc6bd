import { pathToFileURL } from 'node:url';
import {
  contentFailure,
  Failure,
  failureAt,
  readJson,
  readSeedFile,
  type Terminal,
} from '@mock-services/cli-kit';
import {
  defineScenarios,
  isFakeServerError,
  profileOptions,
  type Profile,
  type Scenarios,
  type Seed,
} from '../../core/index.ts';
import { errorText } from '../../core/words.ts';

/**
 * The path `-` means stdin.
 *
 * @param variables - In the form `NAME=value`.
 */
export async function readSeed<Result>(
  { file: path, variables }: { readonly file: string; readonly variables: readonly string[] | undefined },
  terminal: Terminal,
  use: (seed: Seed) => Result,
): Promise<Result> {
  const file = await readSeedFile(terminal, path, variables);
  try {
    // `use` validates the seed.
    return use(file.value as Seed);
  } catch (error) {
    throw isFakeServerError(error, 'invalid-seed') ? contentFailure(file, error.issues) : error;
  }
}

export async function readProfile(path: string, terminal: Terminal): Promise<Profile> {
  const file = await readJson(terminal, path);
  try {
    const profile = file.value as Profile;
    // `profileOptions` validates the profile.
    const { unsupported } = profileOptions(profile);
    for (const { point, observed, reason } of unsupported)
      terminal.error(`profile: ${point}: observed ${JSON.stringify(observed)}; ${reason}`);
    return profile;
  } catch (error) {
    if (!isFakeServerError(error, 'invalid-option')) throw error;
    const [issue] = error.issues;
    const pointer = issue?.pointer.replace('/profile', '') ?? '';
    throw failureAt(file, pointer, `expected ${issue?.expected}`);
  }
}

/** Node 22.18 and later can import TypeScript modules. */
export async function readScenarios(path: string): Promise<Scenarios> {
  let module: { readonly scenarios?: unknown; readonly default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as typeof module;
  } catch (error) {
    throw new Failure(`${path}: the module could not be imported. ${errorText(error)}`);
  }
  const scenarios = module.scenarios ?? module.default;
  if (scenarios === undefined)
    throw new Failure(
      `${path}: the module exports no scenarios. Add: export const scenarios = defineScenarios({ … })`,
    );
  try {
    return defineScenarios(scenarios as Scenarios);
  } catch (error) {
    if (!isFakeServerError(error, 'invalid-option')) throw error;
    throw new Failure(`${path}: ${error.message}`);
  }
}
