import type { FakeServer } from '../core/fake.ts';
import type { Fault } from '../core/faults/fault.ts';
import type { RemoteFake } from '../remote/connect-fake.ts';

/** A fake server in this page or in another process. The panel awaits the results of the functions. */
export type AnyFake = FakeServer | RemoteFake;

export interface Panel {
  readonly fake: AnyFake;
  /** Runs an action, and shows `done` or the error message. With `undo`, the user can undo the action. */
  readonly act: (done: string, run: () => unknown, undo?: () => unknown) => Promise<void>;
  /** Copies a string, or shows the string if the browser does not allow copying. */
  readonly copy: (name: string, text: () => string | Promise<string>) => Promise<void>;
  readonly refresh: () => Promise<void>;
  /** Tells the panel that the user has replaced the whole state, so that the page may show old data. */
  readonly replaced: () => void;
}

export interface Section {
  readonly element: HTMLElement;
  /** `effects` includes the effects of removed faults. */
  readonly refresh: (faults: readonly Fault[], effects: ReadonlyMap<number, string>) => void | Promise<void>;
}
