/** Text as a reader must see it: what is invisible, or turns the direction of writing around, gets a name. */

/** A run of text, or of characters that would not be seen. */
export interface TextPart {
  readonly text: string;
  /** What stands in the text's place: `[U+202E]`. `undefined` for what can be seen. */
  readonly mark: string | undefined;
}

/**
 * Controls, bidirectional and other formatting characters, lone surrogates, line and paragraph separators. Not line
 * feeds and tabs, and not what holds an emoji together.
 */
const unseen =
  /(?!(?<=\p{Emoji})\u{fe0f}|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic}))(?!\r\n|[\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}]/gu;

const unusual = /[^\n\t\x20-\x7e]/;

/** Splits a text into what can be seen and what cannot. Neighbours that cannot be seen share a part. */
export function textParts(text: string): TextPart[] {
  // Most texts are plain ASCII, and a table has many of them.
  if (!unusual.test(text)) return [{ text, mark: undefined }];
  const parts: TextPart[] = [];
  let end = 0;
  let run = '';
  let marks = '';
  const flush = () => {
    if (run !== '') parts.push({ text: run, mark: marks });
    run = '';
    marks = '';
  };
  for (const { 0: found, index } of text.matchAll(unseen)) {
    if (index > end) {
      flush();
      parts.push({ text: text.slice(end, index), mark: undefined });
    }
    run += found;
    marks += markOf(found);
    end = index + found.length;
  }
  flush();
  if (end < text.length) parts.push({ text: text.slice(end), mark: undefined });
  return parts;
}

/**
 * A text with its marks, for where nothing but plain text is possible: a `title`, an `option`, the name of a file.
 *
 * @param most - Characters to show at most. How many there are is told after them.
 */
export function visibly(text: string, most = Infinity): string {
  const seen = textParts(text.slice(0, cutAt(text, most))).map((part) => part.mark ?? part.text);
  return seen.join('') + remainder(text, most);
}

const figures = new Intl.NumberFormat('en');

/** What stands in place of the rest of a text that is cut: `… (5,000,000 characters)`. Empty where nothing is cut. */
export function remainder(text: string, most: number): string {
  return text.length > most ? `… (${figures.format(text.length)} characters)` : '';
}

/** Characters of a text that are shown at most: of a choice in a list, of a name, of what is said of a failure. */
export const longest = { option: 40, name: 120, message: 2000 } as const;

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Where to cut a text so that it has at most so many characters and no surrogate pair is torn. */
export function cutAt(text: string, length: number): number {
  if (length >= text.length) return text.length;
  const isTorn = /[\u{d800}-\u{dbff}]/u.test(text.charAt(length - 1));
  return isTorn && length > 1 ? length - 1 : length;
}
