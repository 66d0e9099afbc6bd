import { bodyOf } from '../body.ts';
import { decodeBase64, encodeBase64 } from '../base64.ts';
import { charsetOf } from '../headers.ts';

/** The text of a body in a HAR, and whether it is Base64. */
export interface EncodedText {
  readonly text: string;
  readonly isBase64: boolean;
}

/** Bytes as text where that reads back as the same bytes, as Base64 otherwise. */
export function writeText(bytes: Uint8Array, contentType: string | undefined): EncodedText {
  const text = utf8Text(bytes);
  if (text !== undefined && !text.includes('\0') && isSame(readText(text, contentType), bytes)) {
    return { text, isBase64: false };
  }
  return { text: encodeBase64(bytes), isBase64: true };
}

/**
 * Text as bytes, in the charset of its content type. Where the platform cannot write that charset, UTF-8
 * with a byte order mark, so that `bodyOf` still reads the same text.
 */
export function readText(text: string, contentType: string | undefined): Uint8Array {
  const utf8 = new TextEncoder().encode(text);
  const label = charsetOf(contentType);
  const reads = (bytes: Uint8Array) => {
    const headers = { 'content-type': contentType ?? '' };
    return bodyOf({ headers, bodyBase64Encoded: encodeBase64(bytes) }).text() === text;
  };
  const decoder = label === undefined ? undefined : decoderFor(label);
  if (decoder === undefined || decoder.encoding === 'utf-8' || reads(utf8)) return utf8;
  const bytes = singleBytes(text, decoder);
  return bytes !== undefined && reads(bytes) ? bytes : new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]);
}

/** Text in a charset of one byte for each character, which is the one thing that TextEncoder does not do. */
function singleBytes(text: string, decoder: TextDecoder): Uint8Array | undefined {
  const all = decoder.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = new Map(Array.from(all, (character, byte) => [character, byte]));
  if (all.length !== 256) return undefined;
  const codes = Array.from(text, (character) => bytes.get(character) ?? -1);
  return codes.includes(-1) ? undefined : Uint8Array.from(codes);
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Base64 in any form as it is written here; `undefined` where it is none. */
export function normalBase64(text: string): string | undefined {
  const bytes = decodeBase64(text);
  return typeof bytes === 'string' ? undefined : encodeBase64(bytes);
}
