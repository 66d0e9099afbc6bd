/** Responses of the program itself, and the explanations of failed requests to the service. */
import type { ServerResponse } from 'node:http';
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
  outgoing.writeHead(problem.status, {
    [ownResponse]: '1',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  outgoing.end(body);
}

/** A limit of the program that a request exceeded. */
export class LimitExceeded extends Error {
  readonly limit: keyof typeof limitProblems;

  constructor(limit: keyof typeof limitProblems) {
    super(`Limit exceeded: ${limit}.`);
    this.limit = limit;
  }
}

/** Milliseconds to connect, TLS included: less than the page waits for a response. */
export const connectTimeout = 5000;

/** Milliseconds without a byte in either direction. */
export const idleTimeout = 60_000;

/** Largest request body in bytes. */
export const maxBodyBytes = 10 * 1024 * 1024;

type Words = (name: string, error: Error) => readonly [title: string, detail: string];

const limitProblems: Readonly<Record<'connect' | 'idle' | 'body', readonly [status: number, words: Words]>> =
  {
    connect: [
      504,
      (name) => [
        'The service cannot be reached',
        `No connection to ${name} within ${connectTimeout / 1000} seconds. Check the address and its port, and whether a VPN or a firewall stands between.`,
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

const restart = (name: string): string => `npx @mock-services/explorer ${name}`;

const unknownHost: Words = (name) => [
  'The name of the service is not known',
  `${new URL(name).hostname} was not found. Check the address for a slip, and whether the network or VPN that knows this name is connected.`,
];

const unreachable: Words = (name) => [
  'The service cannot be reached',
  `There is no way to ${name} from this machine. Check the address and its port, and whether a VPN or a firewall stands between.`,
];

/** The next step where http is spoken to a port that may expect https. */
const tryHttps = (name: string): string =>
  name.startsWith('http:')
    ? ` If it expects https, start the explorer again:\n${restart(name.replace('http:', 'https:'))}`
    : '';

const hungUp: Words = (name) => [
  'The service closed the connection',
  `${name} ended the connection without a response. Its own log may say why.${tryHttps(name)}`,
];

const untrusted: Words = (name, error) => [
  'The certificate of the service is not trusted',
  `${name} has a certificate of its own or of an authority that this machine does not know (${codeOf(error)}). If it is right, give the explorer the certificate of that authority:\nNODE_EXTRA_CA_CERTS=/path/to/ca.pem ${restart(name)}`,
];

const otherHost: Words = (name, error) => [
  'The certificate of the service is for another host',
  `${new URL(name).hostname} is not a name in it${namesIn(error)}. Start the explorer with a name that is, or have the certificate issued for this one.`,
];

const expired: Words = (name) => [
  'The certificate of the service has expired',
  `${name} needs a new certificate; the clock of this machine may also be wrong.`,
];

const notYetValid: Words = (name) => [
  'The certificate of the service is not valid yet',
  `Check the clock of this machine, and the certificate of ${name}.`,
];

const notTls: Words = (name) => [
  'The service does not speak https here',
  `If it speaks http, start the explorer again:\n${restart(name.replace('https:', 'http:'))}`,
];

const noHandshake: Words = (name, error) => [
  'The encrypted connection failed',
  `${name} and this machine agreed on no TLS connection (${codeOf(error)}). The service may want a certificate of the client, which the explorer cannot send, or another version of TLS.`,
];

const notHttp: Words = (name) => [
  'This is not an HTTP service',
  `What ${name} sends is not HTTP. Check the address and its port.${tryHttps(name)}`,
];

const byCode: Readonly<Record<string, Words>> = {
  ECONNREFUSED: (name) => [
    'The service is not running',
    `Nothing listens at ${name}. Start the service, or start the explorer with the right address:\n${restart('<service-url>')}`,
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

/** The problem that a failed request to the service is for the page. */
export function problemOf(error: Error, { name }: Service): Problem {
  if (error instanceof LimitExceeded) {
    const [status, words] = limitProblems[error.limit];
    const [title, detail] = words(name, error);
    return { status, title, detail };
  }
  const code = codeOf(error);
  return badGateway((byCode[code] ?? byFamily(code, error))(name, error));
}

/** The answer of http to a handshake of TLS, in the words of OpenSSL. */
const plainText = /wrong version number|packet length too long|http request/i;

function byFamily(code: string, { message }: Error): Words {
  if (code.startsWith('HPE_')) return notHttp;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return plainText.test(message) ? notTls : noHandshake;
  return (name) => [
    'The service cannot be reached',
    `The request to ${name} failed${code === '' ? '' : ` with ${code}`}. Check the address.`,
  ];
}

/** The problem of a service that does not respond as a service. */
export function badGateway([title, detail]: readonly [title: string, detail: string]): Problem {
  return { status: 502, title, detail };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The names in a certificate for another host, which Node keeps beside the error. */
function namesIn(error: Error): string {
  const { cert } = error as { readonly cert?: { readonly subjectaltname?: string } };
  const names = cert?.subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, '').slice(0, 200);
  return names === undefined ? '' : `, which is for ${names}`;
}
