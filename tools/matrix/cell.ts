/** A cell of the matrix: one place where the packages are used. */
import type { Check } from './scenario/world.ts';

/** A row of docs/support.md. */
export interface Cell {
  /** Unique name on the command line, such as `jest-babel`. */
  readonly name: string;
  /** Title in docs/support.md, such as `jest with babel-jest`. */
  readonly title: string;
  /**
   * Tools that the cell needs, with exact versions. Docs show the version of the first one. Renovate updates them,
   * except versions such as `npm:vite@7.3.8`.
   */
  readonly packages?: Readonly<Record<string, string>>;
  /** Whether the install scripts of the tools must run. */
  readonly scripts?: true;
  /** Returns the version that docs show if it is not the version of the first package. */
  readonly version?: (place: Place) => string | Promise<string>;
  /** Whether the gate runs the cell. */
  readonly quick?: true;
  /**
   * Runs the scenario, which sends its results to the inbox.
   *
   * @throws {Unavailable} if this machine lacks something that the cell needs.
   */
  readonly run: (place: Place) => Promise<Outcome>;
}

/** Results of a cell beyond those in the inbox. */
export interface Outcome {
  /** Results that replace those in the inbox. */
  readonly checks?: readonly Check[];
  /** Note for docs/support.md. */
  readonly note?: string;
}

/** A program and its arguments. */
export type Command = readonly [file: string, ...args: string[]];

/** Folder, fake server and inbox of a running cell. */
export interface Place {
  /**
   * Folder of the cell. It contains the compiled scenario: `scenario.mjs`, `scenario.cjs` and, for pages, `page.mjs`.
   * Modules in it can import the packages, the tools of the cell and MSW.
   */
  readonly folder: string;
  /** Whether the gate runs the cell, which may then run fewer checks. */
  readonly quick: boolean;
  /** URL of a fake server on a port. */
  readonly fake: string;
  /** URL of the inbox, which receives results and serves the `dist` folder of the cell. */
  readonly inbox: string;
  /** Paths of the packed packages: the SDK, then the fake server. */
  readonly tarballs: readonly string[];
  /** Returns the path of an installed tool: `tool('jest', 'bin/jest.js')`. */
  readonly tool: (...segments: readonly string[]) => string;
  /** Writes files to the folder of the cell. */
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /**
   * Runs a program, in the folder of the cell by default.
   *
   * @returns The output of the program.
   * @throws if the program fails or takes too long. The message contains the output.
   */
  readonly execute: (
    command: Command,
    options?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
  ) => Promise<string>;
  /** Resolves with the results once the scenario has sent them. Rejects after `seconds`, 170 by default. */
  readonly reported: (seconds?: number) => Promise<readonly Check[]>;
}

/** Says what this machine lacks. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Returns a `run` function that writes files and runs one command. */
export function program(
  files: (inbox: string) => Readonly<Record<string, string>>,
  command: (place: Place) => Command,
): Cell['run'] {
  return async (place) => {
    await place.write(files(place.inbox));
    await place.execute(command(place));
    return {};
  };
}

/** A module, `main.mjs`, that runs the scenario. */
export const mainModule = (inbox: string): Readonly<Record<string, string>> => ({
  'main.mjs': `import { report } from './scenario.mjs';\nawait report('${inbox}');\n`,
});
