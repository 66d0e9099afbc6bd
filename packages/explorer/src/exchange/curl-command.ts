import type { ActivityEntry, CurlOptions } from '@mock-services/sdk/activity';
import { writeCurl, type CurlAnswer, type CurlTask } from './write-curl.ts';

/** Does what `toCurl` does in a worker, without blocking the page. Without its script, the page does it itself. */
export async function curlCommand(entry: ActivityEntry, options: CurlOptions): Promise<CurlAnswer> {
  const worker = new Worker(new URL('./curl-worker.ts', import.meta.url), { type: 'module' });
  // The response is not needed, and may be long.
  const task: CurlTask = {
    entry: { ...entry, response: { ...entry.response, bodyBase64Encoded: '' } },
    options,
  };
  try {
    return await new Promise<CurlAnswer>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<CurlAnswer>) => resolve(data));
      worker.addEventListener('error', () => resolve(writeCurl(task)));
      worker.postMessage(task, []);
    });
  } finally {
    worker.terminate();
  }
}
