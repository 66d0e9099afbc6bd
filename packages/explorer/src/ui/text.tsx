import { createContext, memo, useContext, useMemo, useState, type ReactNode } from 'react';

export const Highlight = createContext('');

/** Shows untrusted text: marks invisible characters and search hits, truncates long text, and isolates its direction. */
export const VisibleText = memo(function VisibleText(props: {
  readonly text: string;
  readonly most?: TextKind;
}) {
  const { text, most } = props;
  const wanted = useContext(Highlight);
  return (
    <bdi dir="ltr">
      {partsOf(shortened(text, most)).map((part, index) =>
        index % 2 === 0 ? (
          marked(part, wanted, index)
        ) : (
          <span key={index} className="unseen">
            {markOf(part)}
          </span>
        ),
      )}
    </bdi>
  );
});

function marked(text: string, wanted: string, key: number): ReactNode {
  if (wanted === '' || !includes(text, wanted)) return text;
  return (
    <span key={key}>
      {text
        .split(patternOf(wanted))
        .map((part, index) => (index % 2 === 0 ? part : <mark key={index}>{part}</mark>))}
    </span>
  );
}

export function patternOf(wanted: string): RegExp {
  // `split` keeps the text that the group matches.
  return new RegExp(`(${wanted.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)})`, 'i');
}

export function includes(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}

/**
 * Matches control characters, formatting characters, lone surrogates, and line and paragraph separators. Does not match
 * line feeds, tabs, or joiners in emoji.
 */
const unseen =
  /((?:(?!(?<=\p{Emoji})\u{fe0f}|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic}))(?!\r\n|[\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}])+)/u;

/** In the result, every second part consists of invisible characters. */
function partsOf(text: string): string[] {
  // Return early for plain ASCII, because a table contains many such strings.
  return /[^\n\t\x20-\x7e]/.test(text) ? text.split(unseen) : [text];
}

function markOf(characters: string): string {
  return Array.from(characters, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}

const longest = { option: 40, name: 120, cell: 300, message: 2000 } as const;

export type TextKind = keyof typeof longest;

function shortened(text: string, kind: TextKind | undefined): string {
  const most = kind === undefined ? Infinity : longest[kind];
  return text.length <= most ? text : `${startOf(text, most)}… (${figures(text.length)} characters)`;
}

function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\u{d800}-\u{dbff}]$/u, '');
}

/** Returns a string with marks instead of invisible characters, for a `title`, an `option` or a file name. */
export function visibly(text: string, kind: TextKind): string {
  return partsOf(shortened(text, kind))
    .map((part, index) => (index % 2 === 0 ? part : markOf(part)))
    .join('');
}

const grouped = new Intl.NumberFormat('en');

export const figures = (count: number): string => grouped.format(count);

export const counted = (count: number, noun: string): string =>
  `${figures(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Shows the start of a string up to the first search hit, and a button that shows more of the string. */
export function LongText({ text, slice = 8000 }: { readonly text: string; readonly slice?: number }) {
  const wanted = useContext(Highlight);
  const [more, setMore] = useState(1);
  const hit = useMemo(
    () => (wanted === '' ? 0 : text.toLowerCase().indexOf(wanted.toLowerCase()) + wanted.length),
    [text, wanted],
  );
  const count = Math.max(more, Math.ceil(hit / slice));
  const shown = startOf(text, count * slice);
  return (
    <>
      <VisibleText text={shown} />
      <More
        left={text.length - shown.length}
        step={slice}
        unit="characters"
        onMore={() => setMore(count + 1)}
      />
    </>
  );
}

export function More(props: {
  readonly left: number;
  readonly step: number;
  readonly unit: string;
  readonly onMore: () => void;
}) {
  const { left, step, unit, onMore } = props;
  if (left <= 0) return null;
  return (
    <button type="button" className="small" onClick={onMore}>
      {left <= step
        ? `Show the last ${figures(left)} ${unit}`
        : `Show ${figures(step)} more of ${figures(left)} ${unit}`}
    </button>
  );
}
