/** Bodies as the text that a HAR holds. */
import { encodeBase64 } from '../base64.ts';
import { decodeText, decoderFor, decodeUtf8 } from '../text.ts';

/** Bytes as text if reading it back gives the same bytes, as Base64 otherwise. */
export function writeBody(
  bytes: Uint8Array,
  contentType: string | undefined,
): { readonly text: string; readonly encoding?: 'base64' } {
  const text = decodeUtf8(bytes);
  if (text !== undefined && !text.includes('\0') && isSame(encodeText(text, contentType), bytes)) {
    return { text };
  }
  return { text: encodeBase64(bytes), encoding: 'base64' };
}

/**
 * Text as bytes in the charset of its content type. If the platform cannot encode it, UTF-8 with a byte order mark, from
 * which `bodyOf` still reads the same text.
 */
export function encodeText(text: string, contentType: string | undefined): Uint8Array {
  const utf8 = new TextEncoder().encode(text);
  const decoder = decoderFor(contentType);
  if (!decoder || decoder.encoding === 'utf-8' || decodeText(utf8, decoder) === text) return utf8;
  const bytes = singleBytes(text, decoder);
  return bytes && decodeText(bytes, decoder) === text ? bytes : new TextEncoder().encode(`\u{feff}${text}`);
}

/** Text in a charset with one byte per character. TextEncoder writes only UTF-8. */
function singleBytes(text: string, decoder: TextDecoder): Uint8Array | undefined {
  const all = decoder.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = new Map(Array.from(all, (character, byte) => [character, byte]));
  if (all.length !== 256) return undefined;
  const codes = Array.from(text, (character) => bytes.get(character) ?? -1);
  return codes.includes(-1) ? undefined : Uint8Array.from(codes);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
