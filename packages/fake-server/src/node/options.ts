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
   * Address to listen on. Unless one is given, it is a loopback address that no other machine reaches, and
   * requests whose `Host` header names anything but this machine are refused with 421, so that no page can get
   * at it by DNS rebinding.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /**
   * Origins whose pages may call, such as `http://localhost:5173`; `*` for all. Preflights are answered then.
   * None by default, and no CORS headers are sent.
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Whether the fake server can be arranged and looked at over HTTP too, below `/__fake/`: state, seed, reset,
   * snapshot, faults, clock and journal, as `GET /__fake/` tells. Pages may only call from allowed origins.
   *
   * @default false
   */
  readonly admin?: boolean | undefined;
  /**
   * The most bytes that a request body may have; a longer one is refused with 413.
   *
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * The most bytes that the headers of a request may have; longer ones are refused with 431.
   *
   * @default 16_384
   */
  readonly maxHeaderBytes?: number | undefined;
  /**
   * Milliseconds within which the headers of a request have to arrive; 408 otherwise. 0 for no limit.
   *
   * @default 10_000
   */
  readonly headersTimeout?: number | undefined;
  /**
   * Milliseconds within which a request has to arrive to its last byte; 408 otherwise. 0 for no limit.
   *
   * @default 60_000
   */
  readonly requestTimeout?: number | undefined;
  /**
   * Milliseconds after which a connection without a request is closed, and after which a client that reads
   * nothing of its response is cut off. 0 for no limit.
   *
   * @default 5_000
   */
  readonly idleTimeout?: number | undefined;
}

/** The options with their defaults, by who needs them. */
export interface ResolvedOptions {
  readonly port: number;
  readonly host: string;
  readonly settings: Omit<ListenerSettings, 'inFlight'>;
  readonly limits: ServerOptions;
}

/** @throws {RangeError} for a number that has no meaning. */
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
      // How often Node looks for requests that are late.
      connectionsCheckingInterval: Math.max(50, Math.floor((headersTimeout || requestTimeout || 30_000) / 4)),
    },
  };
}

function natural(option: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${option} has to be a whole number, 0 or more`);
}
