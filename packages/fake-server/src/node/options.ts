import { constants } from 'node:buffer';
import type { ServerOptions } from 'node:http';
import { OptionError } from '../core/errors.ts';
import { tokenOption } from '../core/http/authorization.ts';
import { limits } from '../core/option-checks.ts';
import type { HandlerOptions } from '../core/server/handler.ts';

/** Options of `serve`: those of `createHandler`, and more for the port. */
export interface ServeOptions extends HandlerOptions {
  /**
   * TCP port; 0 takes a free one.
   *
   * @default 0
   */
  readonly port?: number | undefined;
  /**
   * Address or host name to listen on. By default a loopback address that no other machine reaches. On a loopback
   * address, however it is given, requests whose `Host` header names neither this machine nor `host` are rejected with
   * 421, so that no page reaches the server by DNS rebinding. On any other address they may name any host, and a line in
   * `log` says so.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /**
   * Maximum size of a request body in bytes. A longer body is rejected with 413. At most 536_870_888, the length of the
   * longest string.
   *
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum size of a request's URL and headers together in bytes; longer ones are rejected with 431.
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
  /**
   * Called with a line when a request ends in a 500 or a broken connection because the server failed, and when other
   * machines reach the server.
   *
   * @default writes it to stderr
   */
  readonly log?: ((line: string) => void) | undefined;
}

/** The options with their defaults. */
export interface ResolvedOptions {
  readonly port: number;
  readonly host: string;
  /** Origins whose pages may call. */
  readonly origins: readonly string[];
  readonly requiredToken: string | undefined;
  readonly maxBodyBytes: number;
  readonly idleTimeout: number;
  readonly log: (line: string) => void;
  /** Options of Node's server. */
  readonly limits: ServerOptions;
}

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`);

/** A log that throws neither stops the server nor hides what it was told. */
function unbreakable(log: typeof toStderr): typeof toStderr {
  return (line) => {
    try {
      log(line);
    } catch {
      toStderr(line);
    }
  };
}

/**
 * @throws {OptionError} for a number that is negative or not an integer, a body longer than a string can be, and an invalid
 * `requiredToken`.
 */
export function resolveOptions(options: ServeOptions): ResolvedOptions {
  const { port = 0, host = '127.0.0.1', corsOrigin, log = toStderr } = options;
  const idleTimeout = natural('idleTimeout', options.idleTimeout ?? 5000);
  const requestTimeout = natural('requestTimeout', options.requestTimeout ?? 60_000);
  const headersTimeout = Math.min(
    natural('headersTimeout', options.headersTimeout ?? 10_000),
    requestTimeout || Number.POSITIVE_INFINITY,
  );
  return {
    port,
    host,
    origins: [corsOrigin ?? []].flat(),
    requiredToken: tokenOption(options),
    maxBodyBytes: natural(
      'maxBodyBytes',
      options.maxBodyBytes ?? limits.bodyBytes,
      constants.MAX_STRING_LENGTH,
    ),
    idleTimeout,
    log: unbreakable(log),
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

function natural(option: string, value: number, maximum = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= maximum) return value;
  const bound = maximum === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${maximum}`;
  throw new OptionError(option, `integer, 0 or more${bound}`, value);
}
