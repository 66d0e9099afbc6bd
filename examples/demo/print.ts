/** What the demo shows in a terminal. Colours are left out where the terminal or NO_COLOR says so. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const style = (format: Style, text: string): string => styleText(format, text, { stream: process.stdout });
const indent = '   ';
const widest = 100;

let steps = 0;

export const print = {
  line(text: string): void {
    console.log(text);
  },

  title(text: string, note: string): void {
    console.log(`\n${style('bold', text)}\n${style('dim', note)}`);
  },

  /** A new step of the tour: what is done, and how it is written. */
  step(what: string, code: string): void {
    steps += 1;
    console.log(`\n${style('bold', `${steps}. ${what}`)}\n${indent}${style('cyan', code)}`);
  },

  /** A request and how it was answered. */
  exchange(method: string, path: string, status: number, durationMs: number): void {
    const colour = status < 400 ? 'green' : 'red';
    const outcome = style(colour, String(status));
    console.log(
      `${indent}${method} ${path} ${style('dim', '→')} ${outcome} ${style('dim', `in ${Math.ceil(durationMs)} ms`)}`,
    );
  },

  /** Lines of a result. */
  result(...lines: readonly string[]): void {
    for (const line of lines) console.log(`${indent}${indent}${clip(line)}`);
  },

  /** Less important lines of a result. */
  detail(...lines: readonly string[]): void {
    for (const line of lines) console.log(`${indent}${indent}${indent}${style('dim', clip(line))}`);
  },

  /** Something that is left out, and why. */
  skipped(what: string, why: string): void {
    console.log(`\n${style('yellow', `Left out: ${what}.`)} ${why}`);
  },

  done(): void {
    console.log(`\n${style(['bold', 'green'], 'Done.')}`);
  },

  failure(text: string): void {
    console.error(`\n${styleText('red', text, { stream: process.stderr })}`);
  },
};

/** Keeps a line within the width of a terminal, and what it may hold from steering the terminal. */
function clip(line: string): string {
  const plain = line.replace(/\p{Cc}/gu, ' ');
  return plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
}
