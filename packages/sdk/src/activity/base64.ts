/** Base64 (RFC 4648) between text and bytes, without Node's Buffer. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value of each character by its code; the URL-safe alphabet (§5) reads like the standard one. */
const values = /*@__PURE__*/ new Map(
  /*@__PURE__*/ Array.from(`${alphabet}-_`, (character, index) => [
    character.charCodeAt(0),
    index < 64 ? index : index - 2,
  ]),
);

const space = /[\t\n\f\r ]+/g;

/**
 * Reads Base64 in either alphabet, padded or not, broken into lines or not.
 *
 * @returns The bytes, or in words what is wrong with the text.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | string {
  const compact = text.replace(space, '');
  const digits = compact.replace(/={1,2}$/, '');
  if (digits.length < compact.length && compact.length % 4 !== 0) return 'not Base64: the padding is wrong';
  if (digits.length % 4 === 1) return 'not Base64: it ends in the middle of a byte';
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let written = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = values.get(digits.charCodeAt(index));
    if (value === undefined) return `not Base64: no digit at offset ${index}`;
    bits = ((bits << 6) | value) & 0xff_ff_ff;
    // Each digit but the first of four completes a byte; what is left over are the digit's low bits.
    const spare = 6 - 2 * (index % 4);
    if (spare < 6) bytes[written++] = bits >>> spare;
  }
  return bytes;
}

/** Standard alphabet, with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  // A call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  }
  return btoa(chunks.join(''));
}

/** How many bytes a Base64 text stands for, told from its length alone. */
export function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - padding) * 3) / 4);
}
