import type { FakeServer, Seed, Snapshot } from '../core/index.ts';

/** Version of the stored format. Worlds of other versions are dropped. */
const format = 1;

interface StoredWorld {
  readonly format: typeof format;
  /** Fingerprint of the seed. */
  readonly beginning: string;
  readonly snapshot: Snapshot;
}

/** A function that fails drops the stored world and prints a warning. */
export interface PersistedWorld {
  readonly load: () => void;
  readonly save: () => void;
}

export function persistWorld(
  fake: Pick<FakeServer, 'snapshot' | 'restore'>,
  name: string,
  seed: Seed,
  warn: (message: string) => void,
): PersistedWorld {
  const key = `mock-services:${name}`;
  const seedFingerprint = fingerprint(JSON.stringify(seed));
  const drop = (): void => {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // If the browser blocks `sessionStorage`, every access throws, and no world is stored.
    }
  };
  return {
    load: () => {
      try {
        const stored = parse(sessionStorage.getItem(key));
        if (stored?.beginning === seedFingerprint) fake.restore(stored.snapshot);
      } catch (error) {
        drop();
        warn(
          `The fake server could not restore its stored data, so it starts with the seed. ${String(error)}`,
        );
      }
    },
    save: () => {
      try {
        const stored: StoredWorld = { format, beginning: seedFingerprint, snapshot: fake.snapshot() };
        sessionStorage.setItem(key, JSON.stringify(stored));
      } catch (error) {
        drop();
        warn(
          `The fake server could not store its data, so it will start with the seed again after a reload. The data may be too large for sessionStorage. ${String(error)}`,
        );
      }
    },
  };
}

function parse(text: string | null): StoredWorld | undefined {
  if (text === null) return undefined;
  // The cast is safe, because the next lines check every field.
  const stored = JSON.parse(text) as Partial<StoredWorld> | null;
  if (stored?.format !== format) throw new TypeError(`The version of the stored data is not ${format}.`);
  if (stored.beginning === undefined || stored.snapshot === undefined)
    throw new TypeError('The stored data is incomplete.');
  return { format, beginning: stored.beginning, snapshot: stored.snapshot };
}

/** FNV-1a hash and length of the string. */
function fingerprint(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  return `${(hash >>> 0).toString(16)}-${text.length}`;
}
