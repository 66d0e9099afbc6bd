/** Script of the web worker that `curlCommand` starts. */
import { type CurlTask, writeCurl } from './write-curl.ts';

addEventListener('message', ({ data }: MessageEvent<CurlTask>) => postMessage(writeCurl(data)));
