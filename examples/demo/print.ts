/** The demo's terminal output, with colours where the terminal and NO_COLOR allow them. */
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

  /** A new step of the tour: its description and code. */
  step(what: string, code: string): void {
    steps += 1;
    console.log(`\n${style('bold', `${steps}. ${what}`)}\n${indent}${style('cyan', code)}`);
  },

  /** A request and the status of its response. */
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

  /** A step that is left out, and why. */
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

/** Shortens a line to the width of a terminal, and removes control characters. */
function clip(line: string): string {
  const plain = line.replace(/\p{Cc}/gu, ' ');
  return plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
}
