import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { proxyAdvice } from '@mock-services/cli-kit';
import { ownMark } from '../marks.ts';

/** Problem details (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
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

/** Consumes the rest of the request, so that the client receives the response. */
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
 * Time limit for connecting to the service, including the TLS handshake, in milliseconds. The page waits longer than
 * the program, so that it receives the error.
 */
export const connectTimeout = 5000;

/** Time limit for a connection without traffic, in milliseconds. */
export const idleTimeout = 60_000;

export const maxBodyBytes = 10 * 1024 * 1024;

function gatewayProblem(title: string, detail: string, command?: string, status = 502): Problem {
  return { status, title, detail, ...(command !== undefined && { command }) };
}

/** The command contains the URL only if the URL has no characters that a shell interprets. */
function startCommand(url: string): string {
  const isPlain = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[\w.~/-]*)?$/.test(url);
  return `npx @mock-services/explorer ${isPlain ? `"${url}"` : '<service-url>'}`;
}

export const tooLarge: Problem = {
  status: 413,
  title: 'The request is too large',
  detail: `The explorer forwards bodies of at most ${maxBodyBytes / 1024 ** 2} MiB.`,
};

export const unreachable = (name: string, what: string): Problem =>
  gatewayProblem('The service cannot be reached', `${what}. ${adviceFor(name)}`, undefined, 504);

/**
 * @param what - Describes what the service did instead of responding as the interface specifies.
 * @param url - Probable URL of the service, or an empty string if it is unknown.
 */
export const notTheService = (name: string, what: string, url = '', status = 502): Problem =>
  gatewayProblem(
    'This is not the service',
    `${name} ${what}. The service URL is the part before /configuration/workspaces in the URLs of the service. Start the explorer with the correct URL:`,
    startCommand(url),
    status,
  );

/** If the environment sets a proxy, the connection probably failed because the explorer does not use the proxy. */
const adviceFor = (name: string): string =>
  proxyAdvice(name, process.env) ??
  'Check the address and port, and whether a VPN or a firewall blocks the connection.';

export function problemOf(error: Error, name: string): Problem {
  if (error instanceof KnownProblem) return error.problem;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const { hostname } = new URL(name);
  if (code === 'ECONNREFUSED')
    return gatewayProblem(
      'The service is not running',
      `No program listens at ${name}. Start the service, or restart the explorer with the correct address:`,
      startCommand(''),
    );
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return gatewayProblem(
      'The host name of the service was not found',
      `${hostname} has no DNS entry. ${adviceFor(name)}`,
    );
  // OpenSSL reports these messages for a server that does not use TLS.
  if (/wrong version number|packet length too long|http request/i.test(error.message))
    return notTheService(name, 'does not use https', name.replace('https:', 'http:'));
  if (/CERT|SSL|^UNABLE_TO_|^EPROTO$/.test(code))
    return gatewayProblem(
      'The encrypted connection failed',
      `${name} and this machine could not agree on a TLS connection (${code}). Check whether the certificate is for ${hostname} and has not expired. If a private authority signed it, start the explorer with the certificate of the authority:`,
      `NODE_EXTRA_CA_CERTS=/path/to/ca.pem ${startCommand(name)}`,
    );
  if (code.startsWith('HPE_') || code === 'ECONNRESET' || code === 'EPIPE') {
    const what = code.startsWith('HPE_') ? 'did not respond with HTTP' : 'closed the connection';
    return notTheService(name, what, name.replace('http:', 'https:'));
  }
  return unreachable(name, `The request to ${name} failed${code && ` with ${code}`}`);
}
