/** A server for the process that started this one: tells its URL, and its memory whenever it is asked. */
import type { FakeServer, Worlds } from '@mock-services/fake-server/core';
import { serve, type ServeOptions } from '@mock-services/fake-server/node';
import type { Memory } from './memory.ts';

/** What the server tells. */
export type Told = { readonly url: string } | { readonly memory: Memory };

const tell = (message: Told): void => void process.send?.(message);

export async function serveParent(fake: FakeServer | Worlds, options?: ServeOptions): Promise<void> {
  const running = await serve(fake, options);
  process.on('message', () => {
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    tell({ memory: { heap: heapUsed, rss } });
  });
  process.on('disconnect', () => void running.close());
  tell({ url: running.url });
}
