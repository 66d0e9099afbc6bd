import { tokenOption } from '../core/http/authorization.ts';
import { parseBaseUrl } from '../core/http/base-url.ts';
import { oneOfOption } from '../core/option-checks.ts';
import type { FakeServerOptions } from '../core/options.ts';
import type { CorsOrigin } from '../core/server/rules.ts';

/** Options of `createWorker`: options of the Worker, and options of `createFakeServer` for each world. */
export interface WorkerOptions extends Omit<FakeServerOptions, 'storage' | 'requiredToken'> {
  /**
   * Token that every request must send as `Authorization: Bearer …`. The Worker responds to other requests with 401 and does not
   * pass them to a world. The admin endpoints under `/__fake/` are served only if a token is required.
   *
   * If you omit the option, everybody can access the worlds. An explicit `undefined` is an error, because it may be a secret that
   * was not set.
   */
  readonly requiredToken?: string;
  /**
   * Name of the binding to the Durable Objects.
   *
   * @default 'WORLDS'
   */
  readonly binding?: string | undefined;
  /**
   * Which names worlds may have. With `secret`, only clients that know the name of a world can access it: a name must have at least
   * 32 characters, such as a result of `crypto.randomUUID()`, and there is no world `default`.
   *
   * @default 'any'
   */
  readonly names?: 'any' | 'secret' | undefined;
  /**
   * Origins whose pages may call the Worker, as for `createHandler`.
   *
   * @default none
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Maximum size of a request body in bytes. A longer body gets a 413. The default is low because a row in the storage has at most
   * 2 MB.
   *
   * @default 1_572_864 (1.5 MiB)
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum size of each world in bytes, as for `createFakeServer`. The default is low because several objects share the 128 MB of
   * memory of a Worker.
   *
   * @default 33_554_432 (32 MiB)
   */
  readonly maxWorldBytes?: number | undefined;
  /**
   * Limits of the journal of each world, as for `createFakeServer`. Here, `maxBytes` is 1,048,576 (1 MiB) by default, so that each
   * request fits into a row of the storage.
   */
  readonly journal?: FakeServerOptions['journal'];
}

const MiB = 1024 * 1024;

/** Options with the defaults for Workers. */
export interface Settings extends WorkerOptions {
  readonly binding: string;
  readonly names: 'any' | 'secret';
  readonly maxBodyBytes: number;
  /** Path prefix of the base URL. */
  readonly prefix: string;
}

/** @throws {OptionError} if an option of the Worker is invalid. Options of worlds are checked when a world is created. */
export function readOptions(options: WorkerOptions): Settings {
  const { binding = 'WORLDS', maxBodyBytes = 1.5 * MiB, maxWorldBytes = 32 * MiB, baseUrl } = options;
  tokenOption(options);
  return {
    ...options,
    binding,
    names: oneOfOption('names', options.names, ['any', 'secret']),
    maxBodyBytes,
    maxWorldBytes,
    // 1 MiB in the journal is at most 1.5 MiB in UTF-8, because two bytes in the journal are one character of up to three bytes.
    journal: options.journal !== false && { maxBytes: MiB, ...options.journal },
    prefix: baseUrl === undefined ? '' : parseBaseUrl(baseUrl).prefix,
  };
}
