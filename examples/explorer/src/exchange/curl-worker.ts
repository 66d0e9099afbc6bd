/** Writes curl commands in a thread of its own: a body of some megabytes takes longer than a page may stand still. */
import { isBodyError, toCurl } from '@mock-services/sdk/activity';
import type { CurlAnswer, CurlTask } from './curl-command.ts';

addEventListener('message', ({ data: { entry, options } }: MessageEvent<CurlTask>) => {
  postMessage(answerTo(() => toCurl(entry, options)));
});

/** An error cannot be posted with its class, its words can. */
function answerTo(write: () => string): CurlAnswer {
  try {
    return { command: new Blob([write()], { type: 'text/plain' }) };
  } catch (error) {
    return { problem: isBodyError(error) ? error.message : String(error) };
  }
}
