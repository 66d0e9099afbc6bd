/** A cell of the matrix: a place where the packages are used, and how the scenario runs there. */
import type { Check } from './scenario/check.ts';

/** The sections of the page, in their order. */
export const kinds = [
  'Runtimes',
  'Servers with `createHandler`',
  'Browsers',
  'CommonJS and test runners',
  'Bundlers',
  'TypeScript',
  'Package managers',
] as const;

/** A row of the page. */
export interface Cell {
  /** Unique, as it is typed: `jest-babel`. */
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  /** As it is read: `jest with babel-jest`. */
  readonly title: string;
  /** The folder of `tools/` whose packages it needs; none by default. */
  readonly tools?: string;
  /** The package whose version is that of the cell, or a function that finds out the version. */
  readonly version: string | ((context: Context) => string | Promise<string>);
  /** Whether it takes seconds and runs in the gate. */
  readonly quick?: true;
  /**
   * Runs the scenario, which reports to the inbox.
   *
   * @returns The checks, where something else than the scenario is checked; and what is to be noted in the page.
   * @throws {Unavailable} when this machine lacks something.
   */
  readonly run: (context: Context) => Promise<Outcome>;
}

/** What a cell found out. */
export interface Outcome {
  /** Default: those in the inbox. */
  readonly checks?: readonly Check[];
  readonly note?: string;
}

/** What a cell has to work with. */
export interface Context {
  /** A folder of its own, below the packages and its tools. */
  readonly folder: string;
  /** Whether it is a step of the gate, and may leave out what takes long. */
  readonly quick: boolean;
  /** URL of its inbox, which serves `dist` in the folder, too. */
  readonly inbox: string;
  /** The compiled scenario: as an ES module, as CommonJS, and as an ES module for a page. */
  readonly scenario: Readonly<Record<'esm' | 'cjs' | 'page', string>>;
  /** The tarballs of the packages. */
  readonly tarballs: readonly string[];
  /** Path of a file of its tools: `tool('jest', 'bin/jest.js')`. */
  readonly tool: (...segments: readonly string[]) => string;
  /** Writes files to its folder. */
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /**
   * Runs a program in its folder.
   *
   * @returns The output.
   * @throws when the program fails or takes too long, with the output.
   */
  readonly execute: (file: string, ...args: readonly string[]) => Promise<string>;
  /** Resolves when the scenario has reported; rejects when that takes too long. */
  readonly reported: () => Promise<readonly Check[]>;
}

/** This machine lacks what the cell needs. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
