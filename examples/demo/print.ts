/** Prints the output of the demo, in color if the terminal and NO_COLOR allow it. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const style = (format: Style, text: string): string => styleText(format, text, { stream: process.stdout });
const indent = '   ';
const widest = 100;

const next = [
  ['npm run fake', 'keeps the fake server running, for curl or an application'],
  ['npm run explorer', 'shows its data in a web page'],
  ['docs/guide/start.md', '"Start here" leads to a test of your own'],
] as const;

let steps = 0;

export const print = {
  line(text: string): void {
    console.log(text);
  },

  title(text: string, note: string): void {
    console.log(`\n${style('bold', text)}\n${style('dim', note)}`);
  },

  /** Prints the description and the code of the next step. */
  step(what: string, code: string): void {
    steps += 1;
    console.log(`\n${style('bold', `${steps}. ${what}`)}\n${indent}${style('cyan', code)}`);
  },

  /** Prints a request and the status of its response. */
  exchange(method: string, path: string, status: number, durationMs: number): void {
    const color = status < 400 ? 'green' : 'red';
    const outcome = style(color, String(status));
    console.log(
      `${indent}${method} ${path} ${style('dim', '→')} ${outcome} ${style('dim', `in ${Math.ceil(durationMs)} ms`)}`,
    );
  },

  result(...lines: readonly string[]): void {
    for (const line of lines) console.log(`${indent}${indent}${clip(line)}`);
  },

  detail(...lines: readonly string[]): void {
    for (const line of lines) console.log(`${indent}${indent}${indent}${style('dim', clip(line))}`);
  },

  skipped(what: string, why: string): void {
    console.log(`\n${style('yellow', `Skipped: ${what}.`)} ${why}`);
  },

  done(): void {
    console.log(`\n${style(['bold', 'green'], 'Done.')} Next:`);
    for (const [command, what] of next) console.log(`${indent}${style('cyan', command.padEnd(20))}  ${what}`);
  },

  failure(text: string): void {
    console.error(`\n${styleText('red', text, { stream: process.stderr })}`);
  },
};

/** Removes control characters from a line, and shortens it to the width of a terminal. */
function clip(line: string): string {
  const plain = line.replace(/\p{Cc}/gu, ' ');
  return plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
}
