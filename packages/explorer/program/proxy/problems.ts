/** Responses of the program itself, and the explanations of failed requests to the service. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { ownResponse } from '../marks.ts';
import type { Service } from './service.ts';

/** Problem details (RFC 9457): what happened, and in `detail` why and what to do. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** Responds with a problem, marked as the program's own. */
export function sendProblem(outgoing: ServerResponse, problem: Problem): void {
  const body = JSON.stringify({ type: 'about:blank', ...problem });
  // A failed attempt to pass on a response may have left its reason phrase.
  outgoing.writeHead(problem.status, STATUS_CODES[problem.status], {
    [ownResponse]: '1',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  outgoing.end(body);
}

/** Responds to a request with a problem, and reads the rest of its body, so that the client reads the response. */
export function reject(incoming: IncomingMessage, outgoing: ServerResponse, problem: Problem): void {
  incoming.resume();
  sendProblem(outgoing, problem);
}

/** A limit of the program that a request exceeded. */
export class LimitExceeded extends Error {
  readonly limit: keyof typeof limitProblems;

  constructor(limit: keyof typeof limitProblems) {
    super(`Limit exceeded: ${limit}.`);
    this.limit = limit;
  }
}

/** A response that the program cannot pass on. */
export class InvalidResponse extends Error {
  /** @param cause - The error of Node that says why. Its message contains no values of headers. */
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : '', { cause });
  }
}

/** Milliseconds to connect, including the TLS handshake. The page waits longer for a response. */
export const connectTimeout = 5000;

/** Milliseconds without a byte in either direction. */
export const idleTimeout = 60_000;

/** Largest request body in bytes. */
export const maxBodyBytes = 10 * 1024 * 1024;

/** Explains an error to the user of the page. */
type Explain = (name: string, error: Error) => readonly [title: string, detail: string];

const limitProblems: Readonly<
  Record<'connect' | 'idle' | 'body', readonly [status: number, explain: Explain]>
> = {
  connect: [
    504,
    (name) => [
      'The service cannot be reached',
      `No connection to ${name} within ${connectTimeout / 1000} seconds. Check the address and its port, and whether a VPN or a firewall blocks the connection.`,
    ],
  ],
  idle: [
    504,
    (name) => [
      'The service does not respond',
      `${name} accepted the request and then sent nothing for ${idleTimeout / 1000} seconds. Its own log may say why.`,
    ],
  ],
  body: [
    413,
    () => ['The request is too large', `The explorer passes on up to ${maxBodyBytes / 1024 ** 2} MiB.`],
  ],
};

/**
 * The command that starts the explorer for a service. A URL that a shell might interpret is left out. Double quotes work in
 * POSIX shells, PowerShell and cmd.
 */
export function startCommand(url: string): string {
  return `npx @mock-services/explorer ${isPlainUrl(url) ? `"${url}"` : '<service-url>'}`;
}

/** Whether a URL is an http or https URL of characters without a meaning in a shell, and without `%`, which cmd expands. */
export function isPlainUrl(url: string): boolean {
  return /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[\w.~/-]*)?$/.test(url);
}

/** The problem of a request that the explorer sent, and that came back to it. */
export function leadsBack({ name }: Service): Problem {
  return {
    status: 508,
    title: 'The service URL leads back to the explorer',
    detail: `${name} is the explorer itself, or passes requests on to it. Start the explorer with the URL of the service:\n${startCommand('')}`,
  };
}

const unknownHost: Explain = (name) => [
  'The name of the service is not known',
  `${new URL(name).hostname} was not found. Check the address for typing errors, and check whether the network or VPN that knows this name is connected.`,
];

const unreachable: Explain = (name) => [
  'The service cannot be reached',
  `This machine has no route to ${name}. Check the address and its port, and whether a VPN or a firewall blocks the connection.`,
];

/** The advice for a port that may expect https. */
const tryHttps = (name: string): string =>
  name.startsWith('http:')
    ? ` If it expects https, start the explorer again:\n${startCommand(name.replace('http:', 'https:'))}`
    : '';

const hungUp: Explain = (name) => [
  'The service closed the connection',
  `${name} ended the connection without a response. Its own log may say why.${tryHttps(name)}`,
];

const untrusted: Explain = (name, error) => [
  'The certificate of the service is not trusted',
  `The certificate of ${name} is self-signed or was issued by an authority that this machine does not know (${codeOf(error)}). If you trust it, give the explorer the certificate of that authority:\nNODE_EXTRA_CA_CERTS=/path/to/ca.pem ${startCommand(name)}`,
];

const otherHost: Explain = (name, error) => [
  'The certificate of the service is for another host',
  `The certificate does not contain the name ${new URL(name).hostname}${namesIn(error)}. Start the explorer with a name that the certificate contains, or have a certificate issued for this name.`,
];

const expired: Explain = (name) => [
  'The certificate of the service has expired',
  `${name} needs a new certificate, or the clock of this machine is wrong.`,
];

const notYetValid: Explain = (name) => [
  'The certificate of the service is not valid yet',
  `Check the clock of this machine, and the certificate of ${name}.`,
];

const notTls: Explain = (name) => [
  'The service does not speak https here',
  `If it speaks http, start the explorer again:\n${startCommand(name.replace('https:', 'http:'))}`,
];

const noHandshake: Explain = (name, error) => [
  'The encrypted connection failed',
  `${name} and this machine could not agree on a TLS connection (${codeOf(error)}). The service may want a certificate of the client, which the explorer cannot send, or another version of TLS.`,
];

const notHttp: Explain = (name) => [
  'This is not an HTTP service',
  `${name} responds with something other than HTTP. Check the address and its port.${tryHttps(name)}`,
];

const byCode: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: (name) => [
    'The service is not running',
    `Nothing listens at ${name}. Start the service, or start the explorer with the right address:\n${startCommand('')}`,
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

/** The problem that tells the page why a request to the service failed. */
export function problemOf(error: Error, { name }: Service): Problem {
  if (error instanceof LimitExceeded) {
    const [status, explain] = limitProblems[error.limit];
    const [title, detail] = explain(name, error);
    return { status, title, detail };
  }
  if (error instanceof InvalidResponse)
    return badGateway([
      'The response of the service is not valid',
      `${name} sent a response that HTTP does not allow (${error.message}). Its own log may say why.`,
    ]);
  const code = codeOf(error);
  return badGateway((byCode[code] ?? byFamily(code, error))(name, error));
}

/** Messages of OpenSSL when a server without TLS answers the handshake. */
const plainText = /wrong version number|packet length too long|http request/i;

function byFamily(code: string, { message }: Error): Explain {
  if (code.startsWith('HPE_')) return notHttp;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return plainText.test(message) ? notTls : noHandshake;
  return (name) => [
    'The service cannot be reached',
    `The request to ${name} failed${code === '' ? '' : ` with ${code}`}. Check the address.`,
  ];
}

/** The problem for a response that is not one of the interface. */
export function badGateway([title, detail]: readonly [title: string, detail: string]): Problem {
  return { status: 502, title, detail };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The names in a certificate for another host, from the error of Node. */
function namesIn(error: Error): string {
  const { cert } = error as { readonly cert?: { readonly subjectaltname?: string } };
  const names = cert?.subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, '').slice(0, 200);
  return names === undefined ? '' : `, but is for ${names}`;
}
