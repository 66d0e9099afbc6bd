/** The panel's reload button keeps the user's choices, even if the fake server is in this page and loses its state. */
import type { FakeServer } from '../core/fake.ts';
import type { Snapshot } from '../core/saved/snapshot.ts';
import { button, setText } from './elements.ts';
import type { AnyFake } from './panel.ts';

export type Choice = 'scenario' | 'faults' | 'clock';

/** A note contains only the user's choices in the panel, because the page's code determines the rest of the state. */
interface Note extends Partial<Pick<Snapshot, 'faults' | 'clock'>> {
  /** `null` after a reset. */
  readonly scenario?: string | null;
}

export interface Reload {
  readonly button: HTMLButtonElement;
  readonly chose: (choice: Choice) => void;
  /** Returns a function that applies the user's earlier choices, or `undefined` if there are none. */
  readonly takeNote: () => (() => void) | undefined;
  /** Updates the button's text about the effect of a reload. */
  readonly refresh: () => void;
}

const noteKey = 'mock-services-panel-reload';

export function createReload(fake: AnyFake, chosen: Set<Choice>): Reload {
  const reload = button('Reload page', () => location.reload());
  // A fake server in another process keeps its state.
  if (!isInPage(fake))
    return { button: reload, chose: () => {}, takeNote: () => undefined, refresh: () => {} };

  const write = (): void => {
    const { scenario = null, faults, clock } = fake.snapshot();
    const parts = { scenario, faults, clock };
    const note = Object.fromEntries(Array.from(chosen, (choice) => [choice, parts[choice]]));
    withStorage((storage) => storage.setItem(noteKey, JSON.stringify(note)));
  };
  // Write the note only when the page is left, because requests until then may use up a fault.
  reload.addEventListener('click', () => addEventListener('pagehide', write, { once: true }));

  let since = fake.journal.since();
  const apply = ({ scenario, ...others }: Note): void => {
    const applied = fake.scenarios().find((listed) => listed.applied)?.name ?? null;
    if (scenario === null && applied !== null) fake.reset();
    if (typeof scenario === 'string' && scenario !== applied) fake.scenario(scenario);
    if (Object.keys(others).length > 0) fake.restore({ ...fake.snapshot(), ...others });
    since = fake.journal.since();
  };
  return {
    button: reload,
    chose: (choice) => {
      if (choice === 'scenario') chosen.clear();
      chosen.add(choice);
      since = fake.journal.since();
    },
    takeNote: () => {
      const text = withStorage((storage) => storage.getItem(noteKey));
      if (typeof text !== 'string') return undefined;
      withStorage((storage) => storage.removeItem(noteKey));
      const note = JSON.parse(text) as Note;
      for (const choice of Object.keys(note)) chosen.add(choice as Choice);
      return chosen.size === 0 ? undefined : () => apply(note);
    },
    refresh: () => {
      if (withStorage(({ length }) => length) === undefined)
        setText(reload, 'Reload page (discards faults and data)');
      // A page may reset the fake server itself, for example each time it shows a story.
      else if (fake.journal.since() !== since) setText(reload, 'Reload page (may discard faults)');
    },
  };
}

function isInPage(fake: AnyFake): fake is FakeServer {
  return 'handle' in fake;
}

/** Returns `undefined` if the page has no storage, as in a sandboxed iframe. */
export function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
