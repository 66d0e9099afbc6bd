import { redactValue } from '@mock-services/sdk/seed';

/** Control characters, line separators, and marks that change the text direction. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes characters with which text from a service or a file could control the terminal. */
export function shown(text: string): string {
  return text.replaceAll(unsafe, escapeOf);
}

/** Escapes the same characters as `shown`, except line feeds. JSON text keeps its meaning. */
export function shownLines(text: string): string {
  return text.split('\n').map(shown).join('\n');
}

export function quoted(text: string): string {
  return shown(JSON.stringify(text));
}

export function jsonText(value: unknown, indent = 2): string {
  return shownLines(JSON.stringify(value, null, indent));
}

export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? change(part) : part,
  );
}

/** Replaces credentials in the value of a field. The name of the field may show that the value is a credential. */
export function redactField(name: string | number, value: unknown): unknown {
  return Object.values(redactValue({ [name]: value }) as object)[0];
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
