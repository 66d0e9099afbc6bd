/** Recorded bytes: their Base64, their content-encoding and their charset. */
import type { BodyFault } from './errors.ts';

/** A `Uint8Array` over memory of its own: `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot name. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** Decoded bytes, or the reason why there are none. */
export type Decoded = { readonly bytes: Bytes } | { readonly fault: BodyFault; readonly problem: string };

/**
 * Decodes Base64 (RFC 4648) in the standard or the URL-safe alphabet, with or without padding and white space. Node 22
 * lacks `Uint8Array.fromBase64`, and browsers lack Node's Buffer.
 */
export function decodeBase64(text: string): Decoded {
  const compact = text.replace(/[\t\n\f\r ]+/g, '');
  const digits = compact.replace(/={1,2}$/, '');
  if (digits.length < compact.length && compact.length % 4 !== 0) return notBase64('the padding is wrong');
  if (digits.length % 4 === 1) return notBase64('it ends in the middle of a byte');
  const standard = digits.replaceAll('-', '+').replaceAll('_', '/');
  const invalid = standard.search(/[^A-Za-z\d+/]/);
  if (invalid !== -1) return notBase64(`invalid character at offset ${invalid}`);
  const binary = atob(standard);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return { bytes };
}

function notBase64(reason: string): Decoded {
  return { fault: 'base64', problem: `what was recorded is not Base64 (${reason})` };
}

/** The number of bytes to encode at once: a multiple of three, so that only the last slice is padded. */
const slice = 3 * 2 ** 16;

/** Encodes bytes as Base64 in the standard alphabet with padding, the form of a recorded body (§2.5). */
export function encodeBase64(bytes: Uint8Array): string {
  // UTF-16 maps each byte to the character that `btoa` expects, several times faster than `String.fromCharCode`.
  const decoder = new TextDecoder('utf-16le');
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += slice) {
    parts.push(btoa(decoder.decode(new Uint16Array(bytes.subarray(start, start + slice)))));
  }
  return parts.join('');
}

/** The number of bytes that a Base64 string encodes, by its length alone. */
export function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - padding) * 3) / 4);
}

/**
 * Decodes each coding of a `content-encoding` header (RFC 9110 §8.4.1), the last one first, as far as the platform's
 * DecompressionStream supports it.
 */
export async function decompress(bytes: Bytes, header: string, maxBytes: number): Promise<Decoded> {
  let current = bytes;
  const codings = header.toLowerCase().split(',');
  for (let coding = codings.pop(); coding !== undefined; coding = codings.pop()) {
    const format = formatOf(coding.trim(), current);
    if (format === undefined) continue;
    const decoded = await inflate(current, format, maxBytes);
    if (!('bytes' in decoded)) return decoded;
    current = decoded.bytes;
  }
  return { bytes: current };
}

/** The name that DecompressionStream has for a coding; `undefined` if there is nothing to decode. */
function formatOf(coding: string, bytes: Uint8Array): string | undefined {
  const [first = 0, second = 0] = bytes;
  switch (coding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      // Some recorders keep the header but store the decoded body, which lacks the magic number of gzip.
      return first === 0x1f && second === 0x8b ? 'gzip' : undefined;
    case 'deflate':
      // The coding is the zlib format, but some servers send raw deflate data.
      return first % 16 === 8 && (first * 256 + second) % 31 === 0 ? 'deflate' : 'deflate-raw';
    case 'br':
      return 'brotli';
    default:
      return coding;
  }
}

async function inflate(bytes: Bytes, format: string, maxBytes: number): Promise<Decoded> {
  if (bytes.length === 0) return { bytes };
  const faulty = (problem: string): Decoded => ({
    fault: 'content-encoding',
    problem: `${problem}. The bytes as recorded can be read`,
  });
  const stream = streamFor(format);
  if (stream === undefined) return faulty('this platform does not know its content-encoding');
  const chunks: Bytes[] = [];
  let length = 0;
  // Some browsers cannot iterate a stream.
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      length += read.value.length;
      if (!(length <= maxBytes)) {
        reader.cancel().catch(() => undefined);
        return { fault: 'size', problem: `it is longer than ${maxBytes} bytes when decoded. Raise maxBytes` };
      }
    }
  } catch {
    // The message of the platform's error adds no information, and differs by platform.
    return faulty('its content-encoding is broken, or it ends early');
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
}

function streamFor(format: string): DecompressionStream | undefined {
  try {
    // The platform rejects unknown formats; the type lists only some of the known ones.
    return new DecompressionStream(format as CompressionFormat);
  } catch {
    return undefined;
  }
}

/** The decoder for the charset of a content type, by default UTF-8; `undefined` if the platform does not know it. */
export function decoderFor(contentType: string | undefined): TextDecoder | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(quoted ?? plain ?? 'utf-8');
  } catch {
    return undefined;
  }
}

/** Decodes bytes. A byte order mark takes precedence over the decoder (WHATWG Encoding, "decode"). */
export function decodeText(bytes: Uint8Array, decoder: TextDecoder): string {
  const [first, second, third] = bytes;
  const isUtf8 = first === 0xef && second === 0xbb && third === 0xbf;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  const marked = isUtf8 ? 'utf-8' : isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : undefined;
  return (marked === undefined ? decoder : new TextDecoder(marked)).decode(bytes);
}

/** Decodes bytes that are valid UTF-8, and keeps a byte order mark; `undefined` for any others. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Encodes text in the charset of its content type. If the platform cannot encode the charset, the result is UTF-8 with a
 * byte order mark, from which `bodyOf` reads the same text.
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
