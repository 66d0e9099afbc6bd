/** Creates curl commands in a worker: bodies of several megabytes would block the page for too long. */
import { isBodyError, toCurl } from '@mock-services/sdk/activity';
import type { CurlAnswer, CurlTask } from './curl-command.ts';

addEventListener('message', ({ data: { entry, options } }: MessageEvent<CurlTask>) => {
  postMessage(answerTo(() => toCurl(entry, options)));
});

/** Errors lose their class when posted, so only the message is. */
function answerTo(write: () => string): CurlAnswer {
  try {
    return { command: new Blob([write()], { type: 'text/plain' }) };
  } catch (error) {
    return { problem: isBodyError(error) ? error.message : String(error) };
  }
}
