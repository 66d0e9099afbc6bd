/** Text with names for characters that are invisible or change the direction of writing. */
import { memo } from 'react';
import styles from './visible-text.module.css';

/** Untrusted text: isolated from the text around it, with marks for invisible characters. A long one is truncated. */
export const VisibleText = memo(({ text, most }: { readonly text: string; readonly most?: TextKind }) => (
  <bdi dir="ltr" className={styles['text']}>
    {shownParts(text, most).map((part, index) =>
      part.mark === undefined ? (
        part.text
      ) : (
        // Parts of a text have no identity but their index.
        <span key={index} className={styles['mark']}>
          {part.mark}
        </span>
      ),
    )}
  </bdi>
));
VisibleText.displayName = 'VisibleText';

/** A run of text, or of invisible characters. */
export interface TextPart {
  readonly text: string;
  /** Replacement for the text: `[U+202E]`; `undefined` for visible text. */
  readonly mark: string | undefined;
}

/**
 * Runs of controls, bidirectional and other formatting characters, lone surrogates, line and paragraph separators, but not
 * line feeds, tabs and joiners within emoji.
 */
const unseen =
  /((?:(?!(?<=\p{Emoji})\u{fe0f}|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic}))(?!\r\n|[\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}])+)/u;

const unusual = /[^\n\t\x20-\x7e]/;

/** Splits a text into visible and invisible parts. Adjacent invisible characters share a part. */
export function textParts(text: string): TextPart[] {
  // A fast path: a table has many texts, most of them plain ASCII.
  if (!unusual.test(text)) return [{ text, mark: undefined }];
  return text
    .split(unseen)
    .map((part, index) => ({
      text: part,
      mark: index % 2 === 0 ? undefined : Array.from(part, markOf).join(''),
    }))
    .filter((part) => part.text !== '');
}

/** The most characters to show: of an option in a list, of a name, of a cell (no screen fits more), of an error message. */
export const longest = { option: 40, name: 120, cell: 300, message: 2000 } as const;

/** The kind of a text, which limits its length. */
export type TextKind = keyof typeof longest;

/** The parts of a text to show. Without a kind, of all of it; else a long one ends with its number of characters. */
export function shownParts(text: string, kind: TextKind | undefined): TextPart[] {
  const most = kind === undefined ? Infinity : longest[kind];
  if (text.length <= most) return textParts(text);
  const rest = `… (${figures(text.length)} characters)`;
  return [...textParts(text.slice(0, cutAt(text, most))), { text: rest, mark: undefined }];
}

/** A text with its marks as plain text, for a `title`, an `option` or the name of a file. */
export function visibly(text: string, kind: TextKind): string {
  return shownParts(text, kind)
    .map((part) => part.mark ?? part.text)
    .join('');
}

/** A number with its thousands separated: `50,000`. */
export const figures = (count: number): string => count.toLocaleString('en');

/** A number with its noun: `1 request`, `50,000 requests`. */
export const counted = (count: number, noun: string): string =>
  `${figures(count)} ${noun}${count === 1 ? '' : 's'}`;

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Where to cut a text at a maximum length without splitting a surrogate pair. */
export function cutAt(text: string, length: number): number {
  if (length >= text.length) return text.length;
  const isTorn = /[\u{d800}-\u{dbff}]/u.test(text.charAt(length - 1));
  return isTorn && length > 1 ? length - 1 : length;
}
