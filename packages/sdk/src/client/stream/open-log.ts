import type { Call } from '../call.ts';
import type { ActivityStream } from '../client.ts';
import { ParseError } from '../errors/parse-error.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { send } from '../send.ts';
import { chunksOf } from './chunks.ts';

/** Asks for an activity log and hands on its body as it arrives. Up to the headers it is a call like any other. */
export async function openLog(call: Call): Promise<ActivityStream> {
  call.streams = true;
  const { raw } = await send(call);
  const { status, body } = raw;
  return {
    chunks: chunksOf(call, body),
    failure: (issues) =>
      issues === 'not JSON'
        ? new ParseError(
            `the response is not JSON, or ends early, with status ${status}. Does baseUrl lead to the service? (${call.terms.url})`,
            call.facts,
            status,
            { cause: new SyntaxError('not JSON') },
          )
        : new ValidationError(call.facts, 'response', issues),
  };
}
