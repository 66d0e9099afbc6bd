/** Keeps the world of a fake server in the page's session storage. */
import type { FakeServer, Seed, Snapshot } from '../core/index.ts';

/** Version of the stored value. A value of another version is dropped. */
const format = 1;

interface Kept {
  readonly format: typeof format;
  /** Fingerprint of the seed. A world of another seed is not restored. */
  readonly beginning: string;
  readonly snapshot: Snapshot;
}

export interface WorldKeeper {
  /** Restores the stored world, if any. One that cannot be restored is dropped with a warning. */
  readonly load: () => void;
  readonly save: () => void;
}

/** @param seed - What the world begins with, the same at each load of the page. */
export function keepWorld(
  fake: Pick<FakeServer, 'snapshot' | 'restore'>,
  name: string,
  seed: Seed,
  warn: (message: string) => void,
): WorldKeeper {
  const key = `mock-services:${name}`;
  const beginning = fingerprint(JSON.stringify(seed));
  const drop = (): void => {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // A browser that blocks storage throws at any use of it, and has kept nothing.
    }
  };
  return {
    load: () => {
      try {
        const kept = parse(sessionStorage.getItem(key));
        if (kept?.beginning === beginning) fake.restore(kept.snapshot);
      } catch (error) {
        drop();
        warn(
          `What was kept of the fake server cannot be used, so it begins with its seed again: ${String(error)}`,
        );
      }
    },
    save: () => {
      try {
        const kept: Kept = { format, beginning, snapshot: fake.snapshot() };
        sessionStorage.setItem(key, JSON.stringify(kept));
      } catch (error) {
        drop();
        warn(
          `The fake server is not kept, so it will begin with its seed again. It may hold more than sessionStorage can keep: ${String(error)}`,
        );
      }
    },
  };
}

/** The stored value; `undefined` when there is none. */
function parse(text: string | null): Kept | undefined {
  if (text === null) return undefined;
  // Every field is checked below.
  const kept = JSON.parse(text) as Partial<Kept> | null;
  if (kept?.format !== format) throw new TypeError(`it was kept in another form than ${format}`);
  if (kept.beginning === undefined || kept.snapshot === undefined) throw new TypeError('it is incomplete');
  return { format, beginning: kept.beginning, snapshot: kept.snapshot };
}

/** FNV-1a and the length of a text. */
function fingerprint(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  return `${(hash >>> 0).toString(16)}-${text.length}`;
}
