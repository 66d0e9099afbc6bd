import type { Call } from './call.ts';
import { NetworkError } from './errors/network-error.ts';

/** Turns what `fetch` rejected with into an error that names the host, the cause and what to look at. */
export function networkFailure(call: Call, cause: unknown): NetworkError {
  const { host } = new URL(call.url);
  const code = codeOf(cause);
  const where =
    call.waitingFor === 'the response body'
      ? `the response of ${host} ended early`
      : `no response from ${host}`;
  return new NetworkError(`${where} (${code ?? reasonOf(cause)}). ${advice(code)}`, call.facts, { cause });
}

/** The operating system's or the platform's code, wherever it stands in the chain of causes. */
function codeOf(error: unknown): string | undefined {
  for (const link of chain(error)) {
    const code: unknown = Reflect.get(link, 'code');
    if (typeof code === 'string') return code;
  }
  return undefined;
}

/** An error, its cause, the cause of that, and so on; at most ten, since a chain may be a circle. */
function chain(error: unknown): object[] {
  const links: object[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < 10;) {
    links.push(link);
    link = Reflect.get(link, 'cause') ?? firstOf(Reflect.get(link, 'errors'));
  }
  return links;
}

/** Several addresses tried and failed are one AggregateError. */
function firstOf(errors: unknown): unknown {
  return Array.isArray(errors) ? errors[0] : undefined;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : 'unknown reason';
}

const advices: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: is the service running, and is baseUrl right?',
  ENOTFOUND: 'The host name is unknown: is baseUrl right?',
  EAI_AGAIN: 'The host name could not be looked up: is there a network?',
  ECONNRESET: 'The connection was cut.',
  UND_ERR_SOCKET: 'The connection was cut.',
};

function advice(code: string | undefined): string {
  return advices[code ?? ''] ?? 'See `cause`.';
}
