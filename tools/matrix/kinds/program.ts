/** Cells that are a program: files that use the scenario, and a command that runs them. */
import type { Cell, Context } from '../cell.ts';

/** A program and its arguments. */
export type Command = (context: Context) => readonly [file: string, ...args: string[]];

/** Files by their names. */
export type Files = (context: Context) => Readonly<Record<string, string>>;

/** Runs a command beside files. */
export function program(files: Files, command: Command): Cell['run'] {
  return async (context) => {
    await context.write(files(context));
    await context.execute(...command(context));
    return {};
  };
}

/** `main.mjs` runs the scenario as an ES module. */
export const main: Files = ({ scenario, inbox }) => ({
  'scenario.mjs': scenario.esm,
  'main.mjs': `import { report } from './scenario.mjs';\nawait report('${inbox}');\n`,
});

/** `main.cjs` runs the scenario by `require()`. */
export const mainCommonJs: Files = ({ scenario, inbox }) => ({
  'scenario.cjs': scenario.cjs,
  'main.cjs': `require('./scenario.cjs').report('${inbox}');\n`,
});

/** Milliseconds that a test runner grants the scenario. */
export const patience = 150_000;

/** A test that runs the scenario as an ES module; `test` is imported from `from`, or else a global. */
export function testFile(name: string, from?: string, options = `, ${patience}`): Files {
  return ({ scenario, inbox }) => ({
    'scenario.mjs': scenario.esm,
    [name]: [
      from === undefined ? '' : `import { test } from '${from}';`,
      `import { report } from './scenario.mjs';`,
      `test('the scenario', () => report('${inbox}')${options});`,
      '',
    ].join('\n'),
  });
}

/** The same by `require()`. */
export const testCommonJs: Files = ({ scenario, inbox }) => ({
  'scenario.cjs': scenario.cjs,
  'scenario.test.js': `const { report } = require('./scenario.cjs');\ntest('the scenario', () => report('${inbox}'), ${patience});\n`,
  'package.json': '{ "private": true }\n',
});
