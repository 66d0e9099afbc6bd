import { styleText } from 'node:util';
import type { Terminal } from '@mock-services/cli-kit';

type Style = 'green' | 'yellow' | 'red' | 'cyan' | 'dim' | 'bold';

export function painter({ hasColors }: Pick<Terminal, 'hasColors'>): (style: Style, text: string) => string {
  return (style, text) => (hasColors ? styleText(style, text, { validateStream: false }) : text);
}

export type Painter = ReturnType<typeof painter>;

export function tableOf(rows: readonly (readonly string[])[], paint: Painter): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? paint('dim', line) : line)).join('\n');
}
