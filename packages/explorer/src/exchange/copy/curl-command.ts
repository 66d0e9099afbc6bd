import type { ActivityEntry, CurlOptions } from '@mock-services/sdk/activity';
import { script, writeCurl, type CurlTask } from './write-curl.ts';
import type { Written } from './written.ts';

/** Does what `toCurl` does in a worker, without blocking the page. Without its script, the page does it itself. */
export async function curlCommand(entry: ActivityEntry, options: CurlOptions): Promise<Written> {
  const worker = new Worker(script, { type: 'module' });
  // The response is not needed, and may be long.
  const task: CurlTask = {
    entry: { ...entry, response: { ...entry.response, bodyBase64Encoded: '' } },
    options,
  };
  try {
    return await new Promise<Written>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Written>) => resolve(data));
      worker.addEventListener('error', () => resolve(writeCurl(task)));
      worker.postMessage(task, []);
    });
  } finally {
    worker.terminate();
  }
}
