/** Bytes as a hex dump: offset, bytes, ASCII. */

/**
 * Writes a part of some bytes.
 *
 * @param start - Offset of the first byte.
 * @param end - Offset after the last one.
 * @param width - Bytes of a line.
 */
export function hexLines(bytes: Uint8Array, start: number, end: number, width: number): string {
  const lines: string[] = [];
  for (let offset = start; offset < Math.min(end, bytes.length); offset += width) {
    const line = bytes.subarray(offset, Math.min(offset + width, end));
    const digits = Array.from(line, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const characters = Array.from(line, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
    ).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${digits.padEnd(width * 3 - 1)}  ${characters}`);
  }
  return lines.join('\n');
}
