import type { FakeServer, Snapshot } from '../core/index.ts';
import { errorText, shownValue } from '../core/words.ts';

const format = 2;

interface StoredWorld {
  readonly format: typeof format;
  /** Whether the latest data could not be stored. 0 and 1 keep the length of the stored text constant. */
  readonly isOutdated: 0 | 1;
  readonly beginning: string;
  /** `undefined` if no state could be stored. */
  readonly snapshot?: Snapshot | undefined;
}

export interface Start {
  /** The scenario with which the restored data began, or the scenario to apply. */
  readonly scenario: string | undefined;
  readonly isRestored: boolean;
}

/** The functions of this interface warn instead of throwing. */
export interface PersistedWorld {
  /**
   * Restores the stored world, unless it began with another scenario than `linked`, or the options have changed since.
   * Drops a stored world that cannot be restored.
   */
  readonly load: (linked: string | undefined) => Start;
  /** Keeps the stored world if the current world cannot be stored. */
  readonly save: () => void;
  /** Delays `save`, so that saving takes at most a tenth of the time. */
  readonly saveSoon: () => void;
}

/** @param describe - Describes the state that the options and a scenario produce. Throws if the scenario fails. */
export function persistWorld(
  fake: Pick<FakeServer, 'snapshot' | 'restore'>,
  name: string,
  describe: (scenario: string | undefined) => string,
  warn: (message: string) => void,
): PersistedWorld {
  const key = `mock-services:${name}`;
  const beginnings = new Map<string | undefined, Beginning>();
  const beginningWith = (scenario: string | undefined): Beginning => {
    const beginning = beginnings.get(scenario) ?? beginningOf(() => describe(scenario));
    beginnings.set(scenario, beginning);
    return beginning;
  };
  const read = (): StoredWorld | undefined => parse(sessionStorage.getItem(key));
  const write = (stored: StoredWorld): void => sessionStorage.setItem(key, JSON.stringify(stored));
  const load: PersistedWorld['load'] = (linked) => {
    const anew = { scenario: linked, isRestored: false };
    try {
      const stored = read();
      if (!stored) return anew;
      const { scenario } = stored.snapshot ?? {};
      if (linked !== undefined && scenario !== linked) return anew;
      const { fingerprint, failure } = beginningWith(scenario);
      if (fingerprint !== stored.beginning) {
        const began = scenario === undefined ? '' : ` or the scenario ${shownValue(scenario)}`;
        if (failure === undefined) {
          sessionStorage.removeItem(key);
          warn(
            `The fake server drops its stored data and starts anew, because its options, such as the seed, the clock${began}, have changed. If you did not edit them, they contain a value that differs at each reload, such as the current time.`,
          );
          return { ...anew, scenario };
        }
        warn(`The fake server continues with its stored data, because its options fail now: ${failure}`);
        // Keep the stored fingerprint, so that the data is restored when the options are correct again.
        beginnings.set(scenario, { fingerprint: stored.beginning });
      }
      if (stored.snapshot) fake.restore(stored.snapshot);
      if (stored.isOutdated === 1) {
        const begin = stored.snapshot
          ? 'continues with the last data that it could store'
          : 'starts with the seed';
        warn(`The fake server could not store its latest data before the page was left, so it ${begin}.`);
      }
      return stored.snapshot ? { scenario, isRestored: true } : anew;
    } catch (error) {
      attempt(() => sessionStorage.removeItem(key));
      warn(`The fake server could not restore its stored data, so it starts with the seed. ${String(error)}`);
      return anew;
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
      const snapshot = fake.snapshot();
      const beginning = beginningWith(snapshot.scenario).fingerprint;
      write({ format, isOutdated: 0, beginning, snapshot });
      hasFailed = false;
    } catch (error) {
      if (hasFailed) return;
      hasFailed = true;
      attempt(() => {
        const beginning = beginningWith(undefined).fingerprint;
        write({ format, beginning, ...read(), isOutdated: 1 });
      });
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
  // The cast is safe, because the following lines check every field.
  const stored = JSON.parse(text) as Partial<StoredWorld> | null;
  if (stored?.format !== format) throw new TypeError(`The version of the stored data is not ${format}.`);
  const { isOutdated = 0, beginning, snapshot } = stored;
  if (beginning === undefined || (snapshot === undefined && isOutdated === 0))
    throw new TypeError('The stored data is incomplete.');
  return { format, isOutdated, beginning, snapshot };
}

interface Beginning {
  readonly fingerprint: string;
  readonly failure?: string;
}

function beginningOf(describe: () => string): Beginning {
  try {
    return { fingerprint: fingerprintOf(describe()) };
  } catch (error) {
    const failure = errorText(error);
    return { fingerprint: fingerprintOf(failure), failure };
  }
}

function fingerprintOf(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  return `${(hash >>> 0).toString(16)}-${text.length}`;
}
