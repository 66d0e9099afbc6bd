import type { Call } from '../call.ts';
import type { ActivityStream } from '../client.ts';
import { ParseError } from '../errors/parse-error.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { chunksOf } from './chunks.ts';
import { warnOf } from './warn-of.ts';

/** Hands on the body of an activity log as it arrives. */
export function openLog(call: Call, { status, body }: Response): ActivityStream {
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
    validation: call.terms.client.validation,
    warn: (issues) => {
      warnOf(call, issues);
    },
  };
}
