/** The code blocks of a Markdown page. */

export interface Block {
  /** The first word behind the fence; empty without one. */
  readonly language: string;
  /** The words after it, which say how the block is checked and are shown to nobody. */
  readonly marks: readonly string[];
  readonly code: string;
  /** Where the code starts in the page; the first line is 1. */
  readonly line: number;
}

const fenced = /^( *)(`{3,})([^`\n]*)\n(.*?)^\1\2 *$/gms;

export function blocksIn(text: string): Block[] {
  return Array.from(text.matchAll(fenced), ({ index, 1: indent = '', 3: info = '', 4: code = '' }) => {
    const [language = '', ...marks] = info.trim().split(/\s+/);
    const line = text.slice(0, index).split('\n').length + 1;
    return { language, marks, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), line };
  });
}
