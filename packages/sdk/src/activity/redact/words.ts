/**
 * The words of a name in the singular: `xHubSignature`, `x-hub-signature-256`, `x.hub[signatures]` and `X%2DHub_Signature`
 * have the same.
 */
export function wordsOf(name: string): string[] {
  return decoded(name)
    .replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map((word) => (/[a-z]{3}s$/.test(word) && !word.endsWith('ss') ? word.slice(0, -1) : word));
}

/** A text without its percent-encoding, which may be nested. */
export function decoded(text: string, levels = 3): string {
  return levels === 0 || !text.includes('%') ? text : decoded(decodedOnce(text), levels - 1);
}

/** A byte that is no text is a lone surrogate, from which {@link encoded} writes the byte again. */
function decodedOnce(text: string): string {
  return text.replace(/%[0-7][\da-f]|(?:%[89a-f][\da-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(0xdc00 + parseInt(hex, 16)));
    }
  });
}

/** A text with percent-encoding. */
export function encoded(text: string): string {
  // Else a lone surrogate could not be encoded.
  const parts = text.split(/(\p{Cs})/u);
  return parts.map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : byteOf(part))).join('');
}

function byteOf(surrogate: string): string {
  const byte = surrogate.charCodeAt(0) - 0xdc00;
  return byte >= 0x80 && byte <= 0xff ? `%${byte.toString(16).toUpperCase()}` : '%EF%BF%BD';
}
