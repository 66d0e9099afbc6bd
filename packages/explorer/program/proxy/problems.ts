/** Error responses of the program, such as explanations for failed requests to the service. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { ownResponse } from '../marks.ts';
import type { Service } from './service.ts';

/** Problem details (RFC 9457). `title` names the problem. `detail` explains the cause to the user and suggests a solution. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** Sends a problem as a response, with the header that marks responses of the program. */
export function sendProblem(outgoing: ServerResponse, problem: Problem): void {
  const body = JSON.stringify({ type: 'about:blank', ...problem });
  // Set the reason phrase, because a failed attempt to forward a response may have changed the reason phrase.
  outgoing.writeHead(problem.status, STATUS_CODES[problem.status], {
    [ownResponse]: '1',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  outgoing.end(body);
}

/** Sends a problem as a response, and consumes the rest of the request so that the client receives the response. */
export function reject(incoming: IncomingMessage, outgoing: ServerResponse, problem: Problem): void {
  incoming.resume();
  sendProblem(outgoing, problem);
}

/** Error for a request that exceeds a limit of the program. */
export class LimitExceeded extends Error {
  readonly limit: keyof typeof limitProblems;

  constructor(limit: keyof typeof limitProblems) {
    super(`Limit exceeded: ${limit}.`);
    this.limit = limit;
  }
}

/** Error for a response that the program cannot forward. */
export class InvalidResponse extends Error {
  /** @param cause - Error that Node threw. Node's error messages for invalid responses contain no header values. */
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : '', { cause });
  }
}

/** Time limit for connecting to the service, including the TLS handshake, in milliseconds. The page has a longer limit. */
export const connectTimeout = 5000;

/** Time limit for a connection without traffic, in milliseconds. */
export const idleTimeout = 60_000;

/** Maximum size of a request body, in bytes. */
export const maxBodyBytes = 10 * 1024 * 1024;

/** Returns the title and detail that explain an error to the user. */
type Explain = (name: string, error: Error) => readonly [title: string, detail: string];

const limitProblems: Readonly<
  Record<'connect' | 'idle' | 'body', readonly [status: number, explain: Explain]>
> = {
  connect: [
    504,
    (name) => [
      'The service cannot be reached',
      `Could not connect to ${name} within ${connectTimeout / 1000} seconds. Check the address and port, and whether a VPN or a firewall blocks the connection.`,
    ],
  ],
  idle: [
    504,
    (name) => [
      'The service does not respond',
      `${name} accepted the request and then sent nothing for ${idleTimeout / 1000} seconds. See the log of the service for the cause.`,
    ],
  ],
  body: [
    413,
    () => ['The request is too large', `The explorer forwards at most ${maxBodyBytes / 1024 ** 2} MiB.`],
  ],
};

/**
 * Returns the command that starts the explorer for a service. If a shell might interpret the URL, the command contains a
 * placeholder instead. The command uses double quotes, which work in POSIX shells, PowerShell and cmd.
 */
export function startCommand(url: string): string {
  return `npx @mock-services/explorer ${isPlainUrl(url) ? `"${url}"` : '<service-url>'}`;
}

/** Whether an http or https URL contains only characters that no shell interprets. For example, cmd expands `%`. */
export function isPlainUrl(url: string): boolean {
  return /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[\w.~/-]*)?$/.test(url);
}

/** Returns the problem for a request that the explorer sent and then received itself. */
export function leadsBack({ name }: Service): Problem {
  return {
    status: 508,
    title: 'The service URL leads back to the explorer',
    detail: `${name} is the explorer itself, or forwards requests to it. Start the explorer with the URL of the service:\n${startCommand('')}`,
  };
}

const unknownHost: Explain = (name) => [
  'The host name of the service was not found',
  `${new URL(name).hostname} has no DNS entry. Check the address for typing errors. If the name belongs to a private network, connect to its VPN.`,
];

const unreachable: Explain = (name) => [
  'The service cannot be reached',
  `This machine has no route to ${name}. Check the address and port, and whether a VPN or a firewall blocks the connection.`,
];

/** Returns advice to try https if the service URL starts with `http:`. */
const tryHttps = (name: string): string =>
  name.startsWith('http:')
    ? ` If the service uses https, restart the explorer:\n${startCommand(name.replace('http:', 'https:'))}`
    : '';

const hungUp: Explain = (name) => [
  'The service closed the connection',
  `${name} closed the connection before the response was complete. See the log of the service for the cause.${tryHttps(name)}`,
];

const untrusted: Explain = (name, error) => [
  'The certificate of the service is not trusted',
  `The certificate of ${name} is self-signed or was issued by an authority that this machine does not trust (${codeOf(error)}). If you trust the authority, start the explorer with its certificate:\nNODE_EXTRA_CA_CERTS=/path/to/ca.pem ${startCommand(name)}`,
];

const otherHost: Explain = (name, error) => [
  'The certificate of the service is for another host',
  `The certificate is not valid for ${new URL(name).hostname}${namesIn(error)}. Use a host name from the certificate in the service URL, or install a certificate for this host name.`,
];

const expired: Explain = (name) => [
  'The certificate of the service has expired',
  `Check whether the clock of this machine is correct. If it is, renew the certificate of ${name}.`,
];

const notYetValid: Explain = (name) => [
  'The certificate of the service is not valid yet',
  `Check whether the clock of this machine is correct. If it is, check the start date in the certificate of ${name}.`,
];

const notTls: Explain = (name) => [
  'The service does not use https on this port',
  `If the service uses http, restart the explorer:\n${startCommand(name.replace('https:', 'http:'))}`,
];

const noHandshake: Explain = (name, error) => [
  'The encrypted connection failed',
  `${name} and this machine could not agree on a TLS connection (${codeOf(error)}). The service may require another version of TLS, or a client certificate, which the explorer does not support.`,
];

const notHttp: Explain = (name) => [
  'This is not an HTTP service',
  `The response from ${name} is not HTTP. Check the address and port.${tryHttps(name)}`,
];

const byCode: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: (name) => [
    'The service is not running',
    `No program listens at ${name}. Start the service, or restart the explorer with the correct address:\n${startCommand('')}`,
  ],
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
  ERR_TLS_CERT_ALTNAME_INVALID: otherHost,
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: notYetValid,
};

/** Returns the problem that explains why a request to the service failed. */
export function problemOf(error: Error, { name }: Service): Problem {
  if (error instanceof LimitExceeded) {
    const [status, explain] = limitProblems[error.limit];
    const [title, detail] = explain(name, error);
    return { status, title, detail };
  }
  if (error instanceof InvalidResponse)
    return badGateway([
      'The response of the service is invalid',
      `${name} sent a response that violates HTTP (${error.message}). See the log of the service for the cause.`,
    ]);
  const code = codeOf(error);
  return badGateway((byCode[code] ?? byFamily(code, error))(name, error));
}

/** Matches OpenSSL error messages for a server that does not use TLS. */
const plainText = /wrong version number|packet length too long|http request/i;

function byFamily(code: string, { message }: Error): Explain {
  if (code.startsWith('HPE_')) return notHttp;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return plainText.test(message) ? notTls : noHandshake;
  return (name) => [
    'The service cannot be reached',
    `The request to ${name} failed${code === '' ? '' : ` with ${code}`}. Check the address.`,
  ];
}

/** Creates a problem with status 502, for a failed request or an unusable response. */
export function badGateway([title, detail]: readonly [title: string, detail: string]): Problem {
  return { status: 502, title, detail };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns a clause that lists the host names in the certificate. Node's error contains the certificate. */
function namesIn(error: Error): string {
  const { cert } = error as { readonly cert?: { readonly subjectaltname?: string } };
  const names = cert?.subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, '').slice(0, 200);
  return names === undefined ? '' : `, only for ${names}`;
}
