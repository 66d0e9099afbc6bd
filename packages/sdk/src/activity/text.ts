/** Text in recorded bytes. */

/** The decoder for the charset of a content type, UTF-8 by default; `undefined` if the platform does not know it. */
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
