/** A cell of the matrix. A cell is an environment in which the packages are used. */
import type { Check } from './scenario/world.ts';

export interface Cell {
  /** Unique name of the cell on the command line, such as `jest-babel`. */
  readonly name: string;
  /** Title in docs/support.md, such as `jest with babel-jest`. */
  readonly title: string;
  /**
   * Tools that the cell needs. The value for each tool is its exact version. The docs show the version of the first
   * tool. Renovate updates every version that is not an npm alias. An example of an alias is `npm:vite@7.3.8`.
   */
  readonly packages?: Readonly<Record<string, string>>;
  /** Whether npm must run the install scripts of the tools. */
  readonly scripts?: true;
  /** Returns the version that the docs show. By default, the docs show the version of the first tool in `packages`. */
  readonly version?: (place: Place) => string | Promise<string>;
  /** Whether the cell is part of the quick run before each merge. */
  readonly quick?: true;
  /**
   * Runs the scenario, which sends its results to the inbox server.
   *
   * @throws {Unavailable} if the cell cannot run on this machine, for example because a program is missing.
   */
  readonly run: (place: Place) => Promise<Outcome>;
}

/**
 * Result of running a cell. If `checks` is omitted, the results are those that the cell sent to its inbox server. The
 * `note` appears in `docs/support.md`.
 */
export interface Outcome {
  readonly checks?: readonly Check[];
  readonly note?: string;
}

export type Files = Readonly<Record<string, string>>;

/** The folder, the fake server and the inbox (result server) that a running cell of the test matrix uses. */
export interface Place {
  /**
   * Folder of the cell. The folder contains the compiled scenario as `scenario.mjs`, as `scenario.cjs`, and as
   * `page.mjs` for pages. The file `main.mjs` runs the scenario. Modules in the cell's folder can import the packages
   * of this repository, the tools of the cell, and MSW.
   */
  readonly folder: string;
  /** Whether this is a quick run. In a quick run, the cell may run fewer checks. */
  readonly quick: boolean;
  /** URL of a fake server on a port. */
  readonly fake: string;
  /** URL of the inbox, a server that receives the results of the cell and serves the `dist` folder of the cell. */
  readonly inbox: string;
  /** Paths of the packed packages. The first package is the SDK, and the second is the fake server. */
  readonly tarballs: readonly string[];
  /** Folder in which the cell's tools are installed. */
  readonly tools: string;
  /** Writes files to the folder of the cell. */
  readonly write: (files: Files) => Promise<void>;
  /**
   * Runs a program and returns its output. The first word of the command may be the name of a tool that belongs to the
   * cell.
   *
   * @throws {Error} if the program fails or exceeds the time limit. The error message contains the output of the
   *   program.
   */
  readonly execute: (command: string, options?: { cwd?: string; env?: Files }) => Promise<string>;
  /** Runs a server until the promise returned by `during` settles. */
  readonly serve: <Result>(command: string, during: () => Promise<Result>) => Promise<Result>;
  /**
   * Waits until the scenario has sent its results, and returns the results. Rejects after `seconds` seconds (default:
   * 300).
   */
  readonly reported: (seconds?: number) => Promise<readonly Check[]>;
}

/** Error for a cell (a test environment) that cannot run on this machine, for example because a program is missing. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Returns a `run` function for a cell. The function writes files and runs one command. */
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
