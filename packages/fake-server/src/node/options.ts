import type { ServerOptions } from 'node:http';
import type { CorsOrigin } from './cors.ts';
import type { ListenerSettings } from './listener.ts';

/** Options of `serve`. */
export interface ServeOptions {
  /**
   * TCP port; 0 takes a free one.
   *
   * @default 0
   */
  readonly port?: number | undefined;
  /**
   * Address to listen on. By default a loopback address that no other machine reaches; requests whose `Host`
   * header names anything but this machine are then rejected with 421, so that no page reaches the server by DNS
   * rebinding.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /**
   * Origins whose pages may call, such as `http://localhost:5173`; `*` for all. Preflights are then answered.
   * None by default: no CORS headers are sent.
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Whether to serve the admin endpoints below `/__fake/` too: state, seed, reset, snapshot, faults, clock and
   * journal. `GET /__fake/` lists them. Pages may only call from allowed origins.
   *
   * @default false
   */
  readonly admin?: boolean | undefined;
  /**
   * Maximum size of a request body in bytes; a longer one is rejected with 413.
   *
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum size of a request's headers in bytes; longer ones are rejected with 431.
   *
   * @default 16_384
   */
  readonly maxHeaderBytes?: number | undefined;
  /**
   * Milliseconds for the headers of a request to arrive; 408 otherwise. 0 for no limit.
   *
   * @default 10_000
   */
  readonly headersTimeout?: number | undefined;
  /**
   * Milliseconds for the whole request to arrive; 408 otherwise. 0 for no limit.
   *
   * @default 60_000
   */
  readonly requestTimeout?: number | undefined;
  /**
   * Milliseconds after which an idle connection is closed, and a client that does not read its response is
   * disconnected. 0 for no limit.
   *
   * @default 5_000
   */
  readonly idleTimeout?: number | undefined;
}

/** The options with their defaults, grouped by where they are used. */
export interface ResolvedOptions {
  readonly port: number;
  readonly host: string;
  readonly settings: Omit<ListenerSettings, 'pending'>;
  readonly limits: ServerOptions;
}

/** @throws {RangeError} for a number that is negative or not whole. */
export function resolveOptions(options: ServeOptions): ResolvedOptions {
  const { port = 0, host, corsOrigin } = options;
  const idleTimeout = natural('idleTimeout', options.idleTimeout ?? 5000);
  const requestTimeout = natural('requestTimeout', options.requestTimeout ?? 60_000);
  const headersTimeout = Math.min(
    natural('headersTimeout', options.headersTimeout ?? 10_000),
    requestTimeout || Number.POSITIVE_INFINITY,
  );
  return {
    port,
    host: host ?? '127.0.0.1',
    settings: {
      corsOrigin,
      loopbackOnly: host === undefined,
      maxBodyBytes: natural('maxBodyBytes', options.maxBodyBytes ?? 10 * 1024 * 1024),
      idleTimeout,
    },
    limits: {
      maxHeaderSize: natural('maxHeaderBytes', options.maxHeaderBytes ?? 16 * 1024),
      headersTimeout,
      requestTimeout,
      keepAliveTimeout: idleTimeout,
      // How often Node checks for requests past their time limit.
      connectionsCheckingInterval: Math.max(50, Math.floor((headersTimeout || requestTimeout || 30_000) / 4)),
    },
  };
}

function natural(option: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${option} must be a whole number, 0 or more`);
}
