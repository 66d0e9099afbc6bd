import { constants } from 'node:buffer';
import type { ServerOptions } from 'node:http';
import { isIPv6 } from 'node:net';
import { optionError } from '../core/errors.ts';
import { limits } from '../core/checks/options.ts';
import type { HandlerOptions } from '../core/server/handler.ts';
import { originsOption } from '../core/door/origins.ts';
import { longestWait } from '../core/time/time.ts';
import { describeUnknown } from '../core/words.ts';

export interface ServeOptions extends HandlerOptions {
  /**
   * TCP port, as a number from 0 to 65_535. 0 means any free port. Convert a string, such as an environment variable, with
   * `Number`.
   * @default 0
   */
  readonly port?: number | undefined;
  /**
   * Address or host name on which the server listens, without a port. An IPv6 address may have brackets, as in a URL. The
   * default is a loopback address, which other machines cannot reach.
   *
   * On a loopback address, a request with a foreign `Host` header gets a 421, to prevent DNS rebinding. Allowed hosts
   * are this machine, `host`, and the hosts of the origins in `corsOrigin`. On any other address, the header is not
   * checked, and `log` receives a warning.
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /**
   * Maximum size of a request body in bytes, at most 536_870_888 (the maximum length of a string in Node). A longer
   * body gets a 413.
   * @default 10_485_760 (10 MiB)
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum total size of the URL and the headers of a request in bytes. A larger request gets a 431.
   * @default 16_384 (16 KiB)
   */
  readonly maxHeaderBytes?: number | undefined;
  /**
   * Time limit in milliseconds for receiving a complete request. The headers must arrive within the first 10 seconds. 0
   * means no limit. A slower request gets a 408.
   * @default 60_000 (60 s)
   */
  readonly requestTimeout?: number | undefined;
  /**
   * Milliseconds after which the server closes an idle connection, or disconnects a client that does not read its
   * response. 0 means no limit.
   * @default 5_000 (5 s)
   */
  readonly idleTimeout?: number | undefined;
  /**
   * Called with each line to log: an error that made a request fail, or a warning that other machines can reach the
   * server.
   * @default writes the line to stderr
   */
  readonly log?: ((line: string) => void) | undefined;
}

export interface ResolvedOptions {
  readonly port: number;
  readonly host: string;
  readonly origins: readonly string[];
  readonly maxBodyBytes: number;
  readonly idleTimeout: number;
  readonly log: (line: string) => void;
  readonly limits: ServerOptions;
}

const known: Readonly<Record<keyof ServeOptions, true>> = {
  port: true,
  host: true,
  admin: true,
  corsOrigin: true,
  requiredToken: true,
  maxBodyBytes: true,
  maxHeaderBytes: true,
  requestTimeout: true,
  idleTimeout: true,
  log: true,
};

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`);

export function resolveOptions(options: ServeOptions): ResolvedOptions {
  const { port = 0, host = '127.0.0.1', corsOrigin, log = toStderr } = options;
  for (const line of describeUnknown('serve', options, Object.keys(known))) log(line);
  const idleTimeout = natural('idleTimeout', options.idleTimeout ?? 5000, longestWait);
  const requestTimeout = natural('requestTimeout', options.requestTimeout ?? 60_000, longestWait);
  const headersTimeout = requestTimeout === 0 ? 0 : Math.min(10_000, requestTimeout);
  return {
    port: natural('port', port, 65_535),
    host: hostOption(host),
    origins: originsOption(corsOrigin),
    maxBodyBytes: natural(
      'maxBodyBytes',
      options.maxBodyBytes ?? limits.bodyBytes,
      constants.MAX_STRING_LENGTH,
    ),
    idleTimeout,
    log,
    limits: {
      maxHeaderSize: natural('maxHeaderBytes', options.maxHeaderBytes ?? 16 * 1024),
      headersTimeout,
      requestTimeout,
      keepAliveTimeout: idleTimeout,
      connectionsCheckingInterval: Math.max(50, Math.floor((headersTimeout || 30_000) / 4)),
    },
  };
}

/** Removes the brackets of an IPv6 address. An empty string is rejected, because Node would listen on all addresses. */
function hostOption(host: unknown): string {
  if (typeof host !== 'string' || !/^[^\s\p{Cc}]+$/u.test(host))
    throw optionError('host', 'an address or a host name', host);
  const [, inner = ''] = /^\[(.*)\]$/.exec(host) ?? [];
  return isIPv6(inner) ? inner : host;
}

function natural(option: string, value: number, maximum = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= maximum) return value;
  const hasLimit = maximum < Number.MAX_SAFE_INTEGER;
  throw optionError(option, hasLimit ? `an integer from 0 to ${maximum}` : 'an integer of at least 0', value);
}
