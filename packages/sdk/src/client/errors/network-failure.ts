import type { SentHeaders } from '../attempt/attempt.ts';
import { type ApiRequest, factsOf } from '../request.ts';
import { pageOrigin } from '../page-origin.ts';
import { NetworkError } from './network-error.ts';
import { chainOf, codeOf, safeCause } from './safe-cause.ts';
import { secretsOf } from './secrets.ts';

/**
 * Turns what `fetch` rejected with into an error that names the host, the cause and what to check.
 *
 * @param headers - The caller's headers and token, which the cause must not show.
 * @param status - Status of the response that broke off, if one had begun.
 */
export function networkFailure(
  request: ApiRequest,
  attempts: number,
  headers: SentHeaders,
  thrown: unknown,
  status: number | undefined,
): NetworkError {
  const { host, origin } = new URL(request.facts.url);
  const what =
    status === undefined ? `no response from ${host}` : `the response ${status} of ${host} broke off`;
  const cause = safeCause(thrown, secretsOf(request, headers));
  const reason = reasonOf(cause);
  const hint = neverConnected.get(reason) ?? brokeOff.get(reason) ?? crossOriginHint(origin, status);
  const message = `${what} (${reason}). ${hint ?? 'See `error.cause`.'}`;
  return new NetworkError(message, factsOf(request, attempts), { cause, status });
}

/** A browser does not tell a page why a request to another origin failed. */
function crossOriginHint(origin: string, status: number | undefined): string | undefined {
  const page = pageOrigin();
  if (page === undefined || page === origin || status !== undefined) return undefined;
  return `Is the service running, and does it allow pages of ${page} (CORS; fake server: --cors-origin)?`;
}

/** Whether a request may have arrived although no response did: not when no connection was made. */
export function mayHaveArrived({ cause }: NetworkError): boolean {
  return !chainOf(cause).some((link) => neverConnected.has(codeOf(link) ?? ''));
}

/** The first code of the operating system or platform in the chain of causes; otherwise the message of the last cause. */
function reasonOf(cause: unknown): string {
  const chain = chainOf(cause);
  const code = chain.map(codeOf).find((known) => known !== undefined);
  if (code !== undefined) return code;
  const root = chain.at(-1);
  if (root === undefined) return 'unknown reason';
  const name: unknown = Reflect.get(root, 'name');
  return String(Reflect.get(root, name === 'Error' || name === 'TypeError' ? 'message' : 'name'));
}

/** Codes of a request that cannot have arrived, and what to do about them. */
const neverConnected: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'Nothing listens there: is the service running, and is baseUrl right?'],
  ['ENOTFOUND', 'The host name is unknown: is baseUrl right?'],
  ['EAI_AGAIN', 'The host name could not be looked up: is there a network?'],
  ['UND_ERR_CONNECT_TIMEOUT', 'The host did not accept a connection in time: is baseUrl right?'],
]);

const cut = 'The connection was cut.';

/** Codes of a connection that failed later, and what they mean. */
const brokeOff: ReadonlyMap<string, string> = new Map([
  ['ECONNRESET', cut],
  ['UND_ERR_SOCKET', cut],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'The body is shorter than the response said.'],
  ['Z_DATA_ERROR', 'The compressed body is broken.'],
  ['Z_BUF_ERROR', 'The compressed body is broken.'],
  ['HTTPParserError', 'What arrived is not HTTP.'],
]);
