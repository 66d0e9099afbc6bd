/**
 * Creates curl commands in a worker: bodies of several megabytes would block the page for too long. It imports the script
 * that the page has loaded already, instead of having the same code once more.
 */
import type { CurlTask, writeCurl } from './write-curl.ts';

addEventListener('message', ({ data }: MessageEvent<CurlTask>) => {
  write(data).then((written) => postMessage(written), reportError);
});

async function write(task: CurlTask) {
  // The address of that very module.
  const module = (await import(/* @vite-ignore */ task.script)) as {
    readonly writeCurl: typeof writeCurl;
  };
  return module.writeCurl(task);
}
