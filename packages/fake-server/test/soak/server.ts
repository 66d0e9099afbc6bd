/** The server of the soak, in a process of its own: tells its URL, and its memory whenever it is asked. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';

/** Memory of the server after a collection, in bytes. */
export interface Memory {
  readonly heap: number;
  readonly rss: number;
}

/** What the server tells. */
export type Told = { readonly url: string } | { readonly memory: Memory };

const tell = (message: Told): void => void process.send?.(message);

const running = await serve(createFakeServer());
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  tell({ memory: { heap: heapUsed, rss } });
});
process.on('disconnect', () => void running.close());
tell({ url: running.url });
