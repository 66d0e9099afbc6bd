import type { ClientContext } from '../context.ts';
import { notify, type WarningEvent } from '../events.ts';
import type { ApiRequest } from '../request.ts';
import { callOptions, clientOptions } from './validate-options.ts';

/** Bundlers replace it: what is only for development costs a production build nothing. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** The longest key of a warning that a client remembers, and how many, as for those of responses. */
const most = 1000;

/**
 * Warns, in development, of options of the client and the call that do not exist: they are probably misspelt, and have no
 * effect. Each is told once.
 */
export function warnOfUnknownOptions(client: ClientContext, { facts }: ApiRequest, options: object): void {
  try {
    if (process.env.NODE_ENV !== 'production') {
      const { reported, onWarning = inConsole } = client;
      const messages = [
        ...unknownOptions('createClient', client.given, clientOptions),
        ...unknownOptions(facts.operation, options, callOptions),
      ];
      for (const message of messages) {
        if (reported.has(message)) continue;
        if (reported.size < most && message.length < most) reported.add(message);
        notify(onWarning, { ...facts, attempt: 0, kind: 'unknown-option', message });
      }
    }
  } catch {
    // A page without a bundler has no `process`.
  }
}

function unknownOptions(owner: string, given: object, known: object): string[] {
  const names = Object.keys(known);
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => `${owner} has no option "${name}": it has no effect. There are ${names.join(', ')}.`);
}

function inConsole({ message }: WarningEvent): void {
  console.warn(`@mock-services/sdk: ${message}`);
}
