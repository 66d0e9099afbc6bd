import type { CallFacts } from './base.ts';
import { NetworkError } from './network-error.ts';
import { chainOf, codeOf, safeCause } from './safe-cause.ts';

/**
 * Turns what `fetch` rejected with into an error that names the host, the cause and what to check.
 *
 * @param status - Status of the response that broke off, if one had begun.
 * @param secrets - What the cause must not show.
 */
export function networkFailure(
  facts: CallFacts,
  thrown: unknown,
  status: number | undefined,
  secrets: readonly string[],
): NetworkError {
  const { host } = new URL(facts.url);
  const what =
    status === undefined ? `no response from ${host}` : `the response ${status} of ${host} broke off`;
  const cause = safeCause(thrown, secrets);
  const reason = reasonOf(cause);
  const message = `${what} (${reason}). ${advices.get(reason) ?? 'See `cause`.'}`;
  return new NetworkError(message, facts, { cause, status });
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
