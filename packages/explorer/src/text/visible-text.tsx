/** Displays untrusted text with marks for invisible characters. */
import { memo } from 'react';
import styles from './visible-text.module.css';

/** Shows untrusted text. Marks invisible characters, truncates long text, and isolates its direction from other text. */
export const VisibleText = memo(({ text, most }: { readonly text: string; readonly most?: TextKind }) => (
  <bdi dir="ltr" className={styles['text']}>
    {shownParts(text, most).map((part, index) =>
      part.mark === undefined ? (
        part.text
      ) : (
        // Use the index as the key, because parts have no id.
        <span key={index} className={styles['mark']}>
          {part.mark}
        </span>
      ),
    )}
  </bdi>
));
VisibleText.displayName = 'VisibleText';

/** Sequence of visible characters, or of invisible characters. */
export interface TextPart {
  readonly text: string;
  /** Replacement for invisible characters, such as `[U+202E]`. `undefined` for visible text. */
  readonly mark: string | undefined;
}

/**
 * Matches control characters, formatting characters, lone surrogates, and line and paragraph separators. Does not match line
 * feeds, tabs, or joiners in emoji.
 */
const unseen =
  /((?:(?!(?<=\p{Emoji})\u{fe0f}|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic}))(?!\r\n|[\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}])+)/u;

const unusual = /[^\n\t\x20-\x7e]/;

/** Splits a string into runs of visible characters and runs of invisible characters, such as control characters. */
export function textParts(text: string): TextPart[] {
  // Return early for plain ASCII, because a table contains many such strings.
  if (!unusual.test(text)) return [{ text, mark: undefined }];
  return text
    .split(unseen)
    .map((part, index) => ({
      text: part,
      mark: index % 2 === 0 ? undefined : Array.from(part, markOf).join(''),
    }))
    .filter((part) => part.text !== '');
}

/** Maximum number of characters to show for each kind of text. */
export const longest = { option: 40, name: 120, cell: 300, message: 2000 } as const;

/** Kind of text, which determines its maximum length. */
export type TextKind = keyof typeof longest;

/** Splits a string into parts. If the string is too long for its kind, truncates it and appends its length. */
export function shownParts(text: string, kind: TextKind | undefined): TextPart[] {
  const most = kind === undefined ? Infinity : longest[kind];
  if (text.length <= most) return textParts(text);
  const rest = `… (${figures(text.length)} characters)`;
  return [...textParts(text.slice(0, cutAt(text, most))), { text: rest, mark: undefined }];
}

/** Returns a string with marks instead of invisible characters, for a `title`, an `option` or a file name. */
export function visibly(text: string, kind: TextKind): string {
  return shownParts(text, kind)
    .map((part) => part.mark ?? part.text)
    .join('');
}

/** Formats a number with thousands separators, such as `50,000`. */
export const figures = (count: number): string => count.toLocaleString('en');

/** Formats a number with a noun, such as `1 request` or `50,000 requests`. */
export const counted = (count: number, noun: string): string =>
  `${figures(count)} ${noun}${count === 1 ? '' : 's'}`;

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Returns the index at which to truncate a string without splitting a surrogate pair. */
export function cutAt(text: string, length: number): number {
  if (length >= text.length) return text.length;
  const isTorn = /[\u{d800}-\u{dbff}]/u.test(text.charAt(length - 1));
  return isTorn && length > 1 ? length - 1 : length;
}
