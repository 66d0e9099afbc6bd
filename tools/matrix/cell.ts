/** A cell of the matrix: an environment in which the packages are used. */
import type { Check } from './scenario/world.ts';

export interface Cell {
  /** Unique name on the command line, such as `jest-babel`. */
  readonly name: string;
  /** Title in docs/support.md, such as `jest with babel-jest`. */
  readonly title: string;
  /**
   * Tools that the cell needs, with exact versions. The docs show the version of the first tool. Renovate updates all
   * versions except those with an alias, such as `npm:vite@7.3.8`.
   */
  readonly packages?: Readonly<Record<string, string>>;
  /** Whether the install scripts of the tools must run. */
  readonly scripts?: true;
  /** Returns the version that the docs show, if it is not the version of the first package. */
  readonly version?: (place: Place) => string | Promise<string>;
  /** Whether the quick run before each merge includes the cell. */
  readonly quick?: true;
  /**
   * Runs the scenario, which sends its results to the inbox.
   *
   * @throws {Unavailable} if this machine lacks something that the cell needs.
   */
  readonly run: (place: Place) => Promise<Outcome>;
}

/** Results that replace the results in the inbox, and a note for docs/support.md. */
export interface Outcome {
  readonly checks?: readonly Check[];
  readonly note?: string;
}

export type Files = Readonly<Record<string, string>>;

/** The folder, fake server and inbox of a running cell. */
export interface Place {
  /**
   * Folder of the cell. It contains the compiled scenario as `scenario.mjs` and `scenario.cjs`, and as `page.mjs` for
   * pages. `main.mjs` runs the scenario. Modules in the folder can import the packages, the cell's tools and MSW.
   */
  readonly folder: string;
  /** Whether this is a quick run, in which the cell may run fewer checks. */
  readonly quick: boolean;
  /** URL of a fake server on a port. */
  readonly fake: string;
  /** URL of the inbox, which receives results and serves the `dist` folder of the cell. */
  readonly inbox: string;
  /** Paths of the packed packages: first the SDK, then the fake server. */
  readonly tarballs: readonly string[];
  /** Folder in which the cell's tools are installed. */
  readonly tools: string;
  /** Writes files to the folder of the cell. */
  readonly write: (files: Files) => Promise<void>;
  /**
   * Runs a program and returns its output. The first word of the command may be a tool of the cell.
   *
   * @throws if the program fails or exceeds the time limit. The message contains the output.
   */
  readonly execute: (command: string, options?: { cwd?: string; env?: Files }) => Promise<string>;
  /** Runs a server until `during` resolves. */
  readonly serve: <Result>(command: string, during: () => Promise<Result>) => Promise<Result>;
  /** Resolves with the results after the scenario has sent them. Rejects after `seconds` (default: 300). */
  readonly reported: (seconds?: number) => Promise<readonly Check[]>;
}

/** An error for a cell that needs something that this machine lacks. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Returns a `run` function that writes files and runs one command. */
export function program(
  command: string,
  files: (inbox: string) => Files = () => ({}),
  env: Files = {},
): Cell['run'] {
  return async ({ inbox, write, execute }) => {
    await write(files(inbox));
    await execute(command, { env });
    return {};
  };
}
