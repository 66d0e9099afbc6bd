/** Text that services lose or change: what a run writes into strings to see whether it comes back. */

/**
 * Longer than the columns that titles are usually kept in (255 to 4,096 characters), and short enough for any usual limit
 * on bodies. The interface states no maximum.
 */
const longLength = 5000;

/** Text by what is special about it. */
export const texts: Readonly<Record<string, string>> = {
  scripts: 'Größe Ελλάδα Жизнь שלום مرحبا नमस्ते ภาษา 日本語 한국어 ქართული አማርኛ',
  'astral characters': '📦 👩🏽‍💻 🇺🇳 𝒳 𠮷 𐍈',
  'composed and decomposed characters':
    '\u00E9 e\u0301 \u00C5 A\u030A \u212B \uAC01 \u1100\u1161\u11A8 q\u0307\u0323',
  'compatibility characters': '\uFB01 \u2460 \uFF21 \u00BD \u2126 \u017F',
  'letters of both cases': 'ÀàÇç ẞß İı Σσς ǅ',
  'spaces at both ends': ' \u00A0\u3000two  spaces\u2003\u00A0 ',
  'marks of direction and other invisible characters':
    '\u200Fא\u200E \u202Eabc\u202C \u2066x\u2069 a\u200Bb\u00ADc\u2060d\uFEFFe',
  'control characters': '\u0001\b\t\n\u000B\f\r\u001B\u001F\u007F\u0085\u2028\u2029',
  'the character NUL': 'a\u0000b',
  'quotes and escapes': String.raw`"'\/<b>&amp;</b>%20%00+{{x}}\u0041\n;--`,
  'replacement and private characters': '\uFFFD \uE000 \u{10FFFD}',
  [`${longLength} characters`]: 'long text '.repeat(longLength / 10),
};

/** A title that holds a text. Some of it stands at each end, for services that change the ends alone. */
export function titleWith(text: string, title: string): string {
  return text.length < longLength ? `${text}${title}${text}` : `${title}${text}`.slice(0, longLength);
}
