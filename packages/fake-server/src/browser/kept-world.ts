/** The world of a fake server in the page's session storage. */
import type { FakeServer, Seed, Snapshot } from '../core/index.ts';

/** The form of what is kept. Another is dropped. */
const format = 1;

interface Kept {
  readonly format: typeof format;
  /** Tells whether the seed is still the same. */
  readonly beginning: string;
  readonly snapshot: Snapshot;
}

/** What keeps a world. */
export interface WorldKeeper {
  /** Puts the world back to what was kept. Whatever cannot be used is dropped with a warning. */
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
  return {
    load: () => {
      try {
        const kept = parse(sessionStorage.getItem(key));
        if (kept?.beginning === beginning) fake.restore(kept.snapshot);
      } catch (error) {
        sessionStorage.removeItem(key);
        warn(
          `What was kept of the fake server cannot be used, so it begins with its seed again: ${String(error)}`,
        );
      }
    },
    save: () => {
      const kept: Kept = { format, beginning, snapshot: fake.snapshot() };
      try {
        sessionStorage.setItem(key, JSON.stringify(kept));
      } catch {
        sessionStorage.removeItem(key);
        warn('The fake server holds more than sessionStorage can keep: it will begin with its seed again.');
      }
    },
  };
}

/** What was kept; `undefined` when nothing was. */
function parse(text: string | null): Kept | undefined {
  if (text === null) return undefined;
  // What it really is, is found out field by field.
  const kept = JSON.parse(text) as Partial<Kept> | null;
  if (kept?.format !== format) throw new TypeError(`it was kept in another form than ${format}`);
  if (kept.beginning === undefined || kept.snapshot === undefined) throw new TypeError('it is incomplete');
  return { format, beginning: kept.beginning, snapshot: kept.snapshot };
}

/** A short text that differs where texts differ, most likely (FNV-1a), with their length. */
function fingerprint(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  return `${(hash >>> 0).toString(16)}-${text.length}`;
}
