/** Error responses of the program. Each response explains why a request failed, and what the user can do. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { proxyAdvice } from '@mock-services/cli-kit';
import { ownMark } from '../marks.ts';

/** Problem details (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly title: string;
  /** Cause and advice for the user. */
  readonly detail: string;
  /** Command for the user to copy, displayed after the detail. */
  readonly command?: string | undefined;
}

export function sendProblem(outgoing: ServerResponse, problem: Problem): void {
  const body = JSON.stringify({ type: 'about:blank', ...problem });
  // Set the reason phrase, because a failed attempt to forward a response may have changed it.
  outgoing.writeHead(problem.status, STATUS_CODES[problem.status], {
    [ownMark]: '1',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  outgoing.end(body);
}

/** Sends a problem, and consumes the rest of the request so that the client receives the response. */
export function reject(incoming: IncomingMessage, outgoing: ServerResponse, problem: Problem): void {
  incoming.resume();
  sendProblem(outgoing, problem);
}

export class KnownProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}

/**
 * Time limit for connecting to the service, including the TLS handshake, in milliseconds. The page waits longer, so that it
 * receives this error.
 */
export const connectTimeout = 5000;

/** Time limit for a connection without traffic, in milliseconds. */
export const idleTimeout = 60_000;

export const maxBodyBytes = 10 * 1024 * 1024;

/** Creates a problem for a failed request (502) or an exceeded time limit (504). */
export function gatewayProblem(title: string, detail: string, command?: string, status = 502): Problem {
  return { status, title, detail, ...(command !== undefined && { command }) };
}

/**
 * Returns the command that starts the explorer. The command contains the URL only if it has no characters that a shell
 * interprets.
 */
export function startCommand(url: string): string {
  const isPlain = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[\w.~/-]*)?$/.test(url);
  return `npx @mock-services/explorer ${isPlain ? `"${url}"` : '<service-url>'}`;
}

export const tooSlowToConnect = (name: string): Problem =>
  gatewayProblem(
    'The service cannot be reached',
    `Could not connect to ${name} within ${connectTimeout / 1000} seconds. ${adviceFor(name, checkNetwork)}`,
    undefined,
    504,
  );

export const tooLongIdle = (name: string): Problem =>
  gatewayProblem(
    'The service does not respond',
    `${name} accepted the request and then sent nothing for ${idleTimeout / 1000} seconds. See the log of the service.`,
    undefined,
    504,
  );

export const tooLarge: Problem = {
  status: 413,
  title: 'The request is too large',
  detail: `The explorer forwards bodies of at most ${maxBodyBytes / 1024 ** 2} MiB.`,
};

export const leadsBack = (name: string): Problem =>
  gatewayProblem(
    'The service URL leads back to the explorer',
    `${name} is the explorer itself, or forwards requests to it. Start the explorer with the URL of the service:`,
    startCommand(''),
    508,
  );

export const invalidResponse = (name: string, reason: string): Problem =>
  gatewayProblem(
    'The response of the service is invalid',
    `${name} sent a response that violates HTTP (${reason}). See the log of the service.`,
  );

const checkNetwork = 'Check the address and port, and whether a VPN or a firewall blocks the connection.';

/** Where a proxy is set, its absence from the request is the likely reason. */
const adviceFor = (name: string, usual: string): string => proxyAdvice(name, process.env) ?? usual;

type Explain = (name: string, error: Error) => Problem;

const unknownHost: Explain = (name) =>
  gatewayProblem(
    'The host name of the service was not found',
    `${new URL(name).hostname} has no DNS entry. ${adviceFor(name, 'Check the address for typing errors. If the name belongs to a private network, connect to its VPN.')}`,
  );

const unreachable: Explain = (name) =>
  gatewayProblem(
    'The service cannot be reached',
    `This machine has no route to ${name}. ${adviceFor(name, checkNetwork)}`,
  );

const hungUp: Explain = (name) =>
  orHttps(
    name,
    'The service closed the connection',
    `${name} closed the connection before the response was complete. See the log of the service.`,
  );

const untrusted: Explain = (name, error) =>
  gatewayProblem(
    'The certificate of the service is not trusted',
    `The certificate of ${name} is self-signed or was issued by an authority that this machine does not trust (${codeOf(error)}). If you trust the authority, start the explorer with its certificate:`,
    `NODE_EXTRA_CA_CERTS=/path/to/ca.pem ${startCommand(name)}`,
  );

const badDates: Explain = (name) =>
  gatewayProblem(
    'The certificate of the service has expired or is not valid yet',
    `Check whether the clock of this machine is correct. If it is, renew the certificate of ${name}.`,
  );

/** Appends the advice to try https if the service URL starts with `http:`. */
function orHttps(name: string, title: string, detail: string): Problem {
  if (!name.startsWith('http:')) return gatewayProblem(title, detail);
  const command = startCommand(name.replace('http:', 'https:'));
  return gatewayProblem(title, `${detail} If the service uses https, restart the explorer:`, command);
}

const byCode: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: (name) =>
    gatewayProblem(
      'The service is not running',
      `No program listens at ${name}. Start the service, or restart the explorer with the correct address:`,
      startCommand(''),
    ),
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ECONNRESET: hungUp,
  EPIPE: hungUp,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: (name) =>
    gatewayProblem(
      'The certificate of the service is for another host',
      `The certificate is not valid for ${new URL(name).hostname}. Use a host name from the certificate in the service URL.`,
    ),
  CERT_HAS_EXPIRED: badDates,
  CERT_NOT_YET_VALID: badDates,
};

export function problemOf(error: Error, name: string): Problem {
  if (error instanceof KnownProblem) return error.problem;
  const code = codeOf(error);
  const explain = byCode[code];
  if (explain !== undefined) return explain(name, error);
  if (code.startsWith('HPE_'))
    return orHttps(
      name,
      'This is not an HTTP service',
      `The response from ${name} is not HTTP. Check the address and port.`,
    );
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_'))
    return gatewayProblem(
      'The service cannot be reached',
      `The request to ${name} failed${code === '' ? '' : ` with ${code}`}. Check the address.`,
    );
  // OpenSSL reports these messages for a server that does not use TLS.
  return /wrong version number|packet length too long|http request/i.test(error.message)
    ? gatewayProblem(
        'The service does not use https on this port',
        'If the service uses http, restart the explorer:',
        startCommand(name.replace('https:', 'http:')),
      )
    : gatewayProblem(
        'The encrypted connection failed',
        `${name} and this machine could not agree on a TLS connection (${code}). The service may require another version of TLS, or a client certificate, which the explorer does not support.`,
      );
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
