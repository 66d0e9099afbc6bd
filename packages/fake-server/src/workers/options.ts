import { tokenOption } from '../core/http/authorization.ts';
import { parseBaseUrl } from '../core/http/base-url.ts';
import { oneOfOption } from '../core/checks/options.ts';
import type { FakeServerOptions } from '../core/options.ts';
import { originsOption, type CorsOrigin } from '../core/door/origins.ts';

/** Options of the Worker, and the options with which `createFakeServer` creates each world. */
export interface CreateWorkerOptions extends Omit<FakeServerOptions, 'storage' | 'requiredToken'> {
  /**
   * Token that clients must send with every request, as `Authorization: Bearer …`. A request without the token gets a
   * 401 and does not reach a world. The admin endpoints under `/__fake/` are served only if a token is required.
   * Without a token, anybody can access the worlds. An explicit `undefined` is rejected, because the cause may be a
   * secret that was not set.
   */
  readonly requiredToken?: string;
  /**
   * Name of the Cloudflare binding to the Durable Objects.
   * @default 'WORLDS'
   */
  readonly binding?: string | undefined;
  /**
   * Which names worlds may have. With `secret`, a name must have at least 32 characters, for example a UUID from
   * `crypto.randomUUID()`. Only clients that know the name can access the world, and no world is called `default`.
   * @default 'any'
   */
  readonly names?: 'any' | 'secret' | undefined;
  /**
   * Origins whose pages may call the Worker, as in `corsOrigin` of `createHandler`.
   * @default none
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Maximum size of a request body in bytes. A longer body gets a 413. A row in a Durable Object holds at most 2 MB.
   * @default 1_572_864 (1.5 MiB)
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum size of each world in bytes. Several Durable Objects share a Worker's 128 MB of memory.
   * @default 33_554_432 (32 MiB)
   */
  readonly maxWorldBytes?: number | undefined;
  /**
   * Limits of the journal of each world. Several Durable Objects share a Worker's 128 MB of memory.
   * @default { maxEntries: 1000, maxBytes: 1_048_576 }
   */
  readonly journal?: FakeServerOptions['journal'];
}

const MiB = 1024 * 1024;

export interface Settings extends CreateWorkerOptions {
  readonly binding: string;
  readonly names: 'any' | 'secret';
  readonly maxBodyBytes: number;
  readonly prefix: string;
}

/** The options of a world are checked when the world is created. */
export function readOptions(options: CreateWorkerOptions): Settings {
  const { binding = 'WORLDS', maxBodyBytes = 1.5 * MiB, maxWorldBytes = 32 * MiB, baseUrl } = options;
  tokenOption(options);
  originsOption(options.corsOrigin);
  return {
    ...options,
    binding,
    names: oneOfOption('names', options.names, ['any', 'secret']),
    maxBodyBytes,
    maxWorldBytes,
    journal: options.journal !== false && { ...options.journal, maxBytes: options.journal?.maxBytes ?? MiB },
    prefix: baseUrl === undefined ? '' : parseBaseUrl(baseUrl).prefix,
  };
}
