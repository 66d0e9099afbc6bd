import type { FakeServer, Seed, Snapshot } from '../core/index.ts';

/** Version of the stored format. Worlds of other versions are dropped. */
const format = 1;

interface StoredWorld {
  readonly format: typeof format;
  /** Whether a later state could not be stored. A number, so that both values have the same length. */
  readonly isOutdated: 0 | 1;
  /** Fingerprint of the seed. */
  readonly beginning: string;
  /** The scenario with which the state began. */
  readonly scenario?: string | undefined;
  /** `undefined` if no state could be stored. */
  readonly snapshot?: Snapshot | undefined;
}

/** A function that fails prints a warning. */
export interface PersistedWorld {
  /**
   * Restores the stored world, unless it began with another scenario than `linked`, and returns the scenario with which
   * it began. Drops the stored world if it cannot be restored.
   */
  readonly load: (linked: string | undefined) => string | undefined;
  /** Keeps the stored world if the present one cannot be stored. */
  readonly save: () => void;
  /** Calls `save` later, so that saving takes at most a tenth of the time. */
  readonly saveSoon: () => void;
}

export function persistWorld(
  fake: Pick<FakeServer, 'snapshot' | 'restore'>,
  scenario: () => string | undefined,
  name: string,
  seed: Seed,
  warn: (message: string) => void,
): PersistedWorld {
  const key = `mock-services:${name}`;
  const beginning = fingerprint(JSON.stringify(seed));
  const read = (): StoredWorld | undefined => {
    const stored = parse(sessionStorage.getItem(key));
    return stored?.beginning === beginning ? stored : undefined;
  };
  const write = (stored: StoredWorld): void => sessionStorage.setItem(key, JSON.stringify(stored));
  const load: PersistedWorld['load'] = (linked) => {
    try {
      const stored = read();
      if (linked !== undefined && stored?.scenario !== linked) return undefined;
      if (stored?.snapshot) fake.restore(stored.snapshot);
      if (stored?.isOutdated !== 1) return stored?.scenario;
      const begin = stored.snapshot
        ? 'continues with the last data that it could store'
        : 'starts with the seed';
      warn(`The fake server could not store its latest data before the page was left, so it ${begin}.`);
      return stored.snapshot && stored.scenario;
    } catch (error) {
      attempt(() => sessionStorage.removeItem(key));
      warn(`The fake server could not restore its stored data, so it starts with the seed. ${String(error)}`);
      return undefined;
    }
  };
  let hasFailed = false;
  let lastMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const start = performance.now();
    try {
      write({ format, isOutdated: 0, beginning, scenario: scenario(), snapshot: fake.snapshot() });
      hasFailed = false;
    } catch (error) {
      if (hasFailed) return;
      hasFailed = true;
      attempt(() => write({ format, beginning, ...read(), isOutdated: 1 }));
      warn(
        `The fake server could not store its data, so a reload restores the last data that it could store. The data may be too large for sessionStorage. ${String(error)}`,
      );
    } finally {
      lastMs = performance.now() - start;
    }
  };
  return { load, save, saveSoon: () => (timer ??= setTimeout(save, 10 * lastMs)) };
}

/** If the browser blocks `sessionStorage`, every access throws, and no world is stored. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // The caller warns.
  }
}

function parse(text: string | null): StoredWorld | undefined {
  if (text === null) return undefined;
  // The cast is safe, because the next lines check every field.
  const stored = JSON.parse(text) as Partial<StoredWorld> | null;
  if (stored?.format !== format) throw new TypeError(`The version of the stored data is not ${format}.`);
  const { isOutdated = 0, beginning, scenario, snapshot } = stored;
  if (beginning === undefined || (snapshot === undefined && isOutdated === 0))
    throw new TypeError('The stored data is incomplete.');
  return { format, isOutdated, beginning, scenario, snapshot };
}

/** FNV-1a hash and length of the string. */
function fingerprint(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  return `${(hash >>> 0).toString(16)}-${text.length}`;
}
