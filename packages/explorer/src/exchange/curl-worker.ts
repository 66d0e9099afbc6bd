/** Creates curl commands in a worker: bodies of several megabytes would block the page for too long. */
import { writeCurl, type CurlTask } from './write-curl.ts';

addEventListener('message', ({ data }: MessageEvent<CurlTask>) => {
  postMessage(writeCurl(data));
});
