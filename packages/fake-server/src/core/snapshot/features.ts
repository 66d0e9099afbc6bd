/** How each feature of a fake server saves its state, and takes it back. */
import { noFaults, type FaultList } from '../faults/fault-list.ts';
import { emptyJournal, readJournal, type Recorder } from '../journal/recorder.ts';
import type { Random } from '../random.ts';
import { fitting, loadSeed, saveSeed } from '../seed/load-seed.ts';
import type { StoreData } from '../store/change.ts';
import type { Store } from '../store/store.ts';
import type { WorldClock } from '../time/clock.ts';
import { toTimestamp } from '../time/instant.ts';
import { loadFaults, saveFaults, type SavedFaults } from '../faults/saved-faults.ts';
import type { Feature, Features } from './snapshot.ts';
import { wholeNumber } from '../fields.ts';

/** Everything about a fake server that changes. */
export interface World {
  readonly clock: WorldClock;
  readonly ids: Random;
  /** What varies follows from it. */
  readonly random: Random;
  readonly faults: FaultList;
  /** `undefined` where nothing is recorded. */
  readonly recorder: Recorder | undefined;
  readonly store: Store;
  readonly maxWorldBytes: number;
}

/** What a fake server goes back to: the states of its generators, and its data. */
export interface Beginning {
  readonly ids: number;
  readonly random: number;
  readonly data: StoreData;
}

export function featuresOf(
  { clock, ids, random, faults, recorder, store, maxWorldBytes }: World,
  beginning: Beginning,
): Features {
  return {
    clock: feature({
      expected: 'ISO 8601 UTC timestamp',
      save: () => toTimestamp(clock.now()),
      read: (saved: string) => clock.offsetAt(saved),
      load: (offset) => {
        clock.offset = offset;
      },
      beginning: 0,
    }),
    ids: generator(ids, beginning.ids),
    chance: generator(random, beginning.random),
    faults: feature({
      expected: 'faults of a snapshot',
      save: () => saveFaults(faults.state, faults.functions),
      read: (saved: SavedFaults) => loadFaults(saved, faults.functions),
      load: (state) => faults.restart(state),
      beginning: noFaults,
    }),
    journal: feature({
      expected: 'journal of a snapshot',
      save: () => recorder?.save() ?? { next: 1, entries: [], problems: [] },
      read: readJournal,
      load: (state) => recorder?.load(state),
      beginning: emptyJournal,
    }),
    data: feature({
      expected: 'seed',
      save: () => saveSeed(store),
      read: (saved) => fitting(loadSeed(saved), maxWorldBytes),
      load: (rows) => store.load(rows),
      beginning: beginning.data,
    }),
  };
}

const generatorState = wholeNumber(0, 2 ** 32 - 1);

function generator(ids: Random, beginning: number): Feature<number> {
  return feature({
    expected: 'whole number of 32 bits',
    save: () => ids.state,
    read: (saved: number) => {
      if (!generatorState.includes(saved)) throw new RangeError(`not a ${generatorState.expected}`);
      return saved;
    },
    load: (state) => {
      ids.state = state;
    },
    beginning,
  });
}

interface StatefulFeature<Saved, State> {
  readonly expected: string;
  readonly save: () => Saved;
  readonly read: (saved: Saved) => State;
  readonly load: (state: State) => void;
  readonly beginning: State;
}

function feature<Saved, State>(stateful: StatefulFeature<Saved, State>): Feature<Saved> {
  const { expected, save, read, load, beginning } = stateful;
  return {
    expected,
    save,
    read: (saved) => {
      const state = read(saved);
      return () => load(state);
    },
    reset: () => load(beginning),
  };
}
