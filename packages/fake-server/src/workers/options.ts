import { tokenOption } from '../core/http/authorization.ts';
import { parseBaseUrl } from '../core/http/base-url.ts';
import { oneOfOption } from '../core/option-checks.ts';
import type { FakeServerOptions } from '../core/options.ts';
import type { CorsOrigin } from '../core/server/rules.ts';

/** Options of `createWorker`: those of the Worker, and what each world is made with. */
export interface WorkerOptions extends Omit<FakeServerOptions, 'storage' | 'requiredToken'> {
  /**
   * The token that every request has to carry, as `Authorization: Bearer …`; others get a 401 from the Worker, before a world
   * knows of them. The admin endpoints below `/__fake/` are served only if there is one. Left out, the worlds are open to all; `undefined`, as
   * of a secret that was not set, is an error.
   */
  readonly requiredToken?: string;
  /** The name of the binding to the Durable Objects. Default `WORLDS`. */
  readonly binding?: string | undefined;
  /**
   * `secret`: a world is for those who know its name. Names have at least 32 characters, such as those of `crypto.randomUUID()`, and
   * there is no world `default`. Default `any`.
   */
  readonly names?: 'any' | 'secret' | undefined;
  /** Origins whose pages may call, as the option of `createHandler`. Default none. */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Maximum size of a request body in bytes; a longer one gets a 413. Default 1,572,864 (1.5 MiB): what is sent becomes a row of the
   * storage, which has at most 2 MB.
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * As the option of `createFakeServer`, for each world. Default 33,554,432 (32 MiB): objects share the 128 MB of memory that a
   * Worker has.
   */
  readonly maxWorldBytes?: number | undefined;
  /**
   * As the option of `createFakeServer`, for each world; but `maxBytes` is 1,048,576 (1 MiB) by default, so that each of its requests
   * fits into a row of the storage.
   */
  readonly journal?: FakeServerOptions['journal'];
}

const MiB = 1024 * 1024;

/** Options with the defaults of the platform. */
export interface Settings extends WorkerOptions {
  readonly binding: string;
  readonly names: 'any' | 'secret';
  readonly maxBodyBytes: number;
  /** Path prefix of the base URL. */
  readonly prefix: string;
}

/** @throws {OptionError} when an option of the Worker is invalid; those of a world are checked when one is made. */
export function readOptions(options: WorkerOptions): Settings {
  const { binding = 'WORLDS', maxBodyBytes = 1.5 * MiB, maxWorldBytes = 32 * MiB, baseUrl } = options;
  tokenOption(options);
  return {
    ...options,
    binding,
    names: oneOfOption('names', options.names, ['any', 'secret']),
    maxBodyBytes,
    maxWorldBytes,
    // A row has at most 2 MB: two bytes of the journal are one character, which may take three in UTF-8.
    journal: options.journal !== false && { maxBytes: MiB, ...options.journal },
    prefix: baseUrl === undefined ? '' : parseBaseUrl(baseUrl).prefix,
  };
}
