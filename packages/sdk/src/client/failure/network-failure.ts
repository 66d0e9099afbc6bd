import type { Call } from '../call.ts';
import type { NetworkError } from '../errors/network-error.ts';
import { chainOf, codeOf, safeCause } from './safe-cause.ts';
import { secretsOf } from './secrets.ts';

/**
 * Turns what `fetch` rejected with into an error that names the host, the cause and what to look at. Nothing that the
 * caller gave is kept in the cause.
 */
export function networkFailure(call: Call, thrown: unknown): NetworkError {
  const { host } = new URL(call.terms.url);
  const { status } = call;
  const what =
    status === undefined ? `no response from ${host}` : `the response ${status} of ${host} broke off`;
  const cause = safeCause(unwrapped(thrown), secretsOf(call));
  const reason = reasonOf(cause);
  return call.networkError(`${what} (${reason}). ${advices.get(reason) ?? 'See `cause`.'}`, {
    cause,
    status,
  });
}

/** What ky wrapped, for the sake of the request with its headers that its own error holds. It is told by its form: ky is not loaded here. */
function unwrapped(thrown: unknown): unknown {
  const isOfKy = thrown instanceof Error && thrown.name === 'NetworkError' && 'request' in thrown;
  return isOfKy ? thrown.cause : thrown;
}

/** Whether a request may have arrived although no response did: not when there was no one to connect to. */
export function mayHaveArrived({ cause }: NetworkError): boolean {
  return !chainOf(cause).some((link) => neverConnected.has(codeOf(link) ?? ''));
}

/** The operating system's or the platform's code, wherever it stands in the chain; else what the last one says. */
function reasonOf(cause: unknown): string {
  const chain = chainOf(cause);
  const code = chain.map(codeOf).find((known) => known !== undefined);
  if (code !== undefined) return code;
  const root = chain.at(-1);
  if (root === undefined) return 'unknown reason';
  const name: unknown = Reflect.get(root, 'name');
  return String(Reflect.get(root, name === 'Error' || name === 'TypeError' ? 'message' : 'name'));
}

const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const cut = 'The connection was cut.';

const advices: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'Nothing listens there: is the service running, and is baseUrl right?'],
  ['ENOTFOUND', 'The host name is unknown: is baseUrl right?'],
  ['EAI_AGAIN', 'The host name could not be looked up: is there a network?'],
  ['ECONNRESET', cut],
  ['UND_ERR_SOCKET', cut],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'The body is shorter than the response said.'],
  ['Z_DATA_ERROR', 'The compressed body is broken.'],
  ['Z_BUF_ERROR', 'The compressed body is broken.'],
  ['HTTPParserError', 'What arrived is not HTTP.'],
]);
